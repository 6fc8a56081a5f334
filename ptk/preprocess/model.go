// Package preprocess asks the small, fast model that the user can set for titles, for the weighing of messages and for summaries.
package preprocess

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/notation"
	"ptk-lsp/ptk/prompt"
)

// defaultWindow is the assumed window of a model if it is unknown, in tokens.
const defaultWindow = 32_000

// shortAnswer is the limit of an answer of a word or a title, in tokens: some models write their thoughts before it.
const shortAnswer = 500

// ErrNotSet means that the user has set no preprocessing model.
var ErrNotSet = errors.New("no preprocessing model is set")

// Model is the preprocessing model among the models of the user.
type Model struct{ models chat.Models }

// New returns the preprocessing model. It is looked up for each request.
func New(models chat.Models) Model { return Model{models} }

// IsSet reports whether the user has set a preprocessing model, even if it is not available.
func (m Model) IsSet(ctx context.Context) bool {
	_, ok, err := m.models.Preprocess(ctx)
	return ok || err != nil
}

// task is a request to the model.
type task struct {
	instructions string
	text         string
	tokens       int // the most that the answer can take
	timeout      time.Duration
}

// ask returns the model's answer. A request that fails can have a charge too.
func (m Model) ask(ctx context.Context, t task) (answer string, c Charge, err error) {
	ctx, cancel := context.WithTimeoutCause(ctx, t.timeout, fmt.Errorf("it did not answer within %s", t.timeout))
	defer cancel()
	route, ok, err := m.models.Preprocess(ctx)
	if err == nil && !ok {
		err = ErrNotSet
	}
	if err != nil {
		return "", c, err
	}
	text := cutMiddle(t.text, cmp.Or(route.Window, defaultWindow)*2/3*prompt.BytesPerToken)
	req := llm.Request{Model: route.Model, MaxTokens: t.tokens, Messages: []llm.Message{
		{Role: llm.System, Content: t.instructions}, {Role: llm.User, Content: text},
	}}
	answer, used, err := read(ctx, route.Provider, req)
	if used != nil || err == nil || answer != "" { // a request that was refused, or not sent, is free
		c = newCharge(route.Price, req, answer, used)
		answer = strings.TrimSpace(withoutThought(answer))
	}
	if err == nil && answer == "" {
		err = errors.New("its answer was empty")
	}
	return answer, c, causeOr(ctx, err)
}

func newCharge(p chat.Price, req llm.Request, answer string, used *llm.Usage) (c Charge) {
	if used == nil {
		c.Estimated = true
		used = &llm.Usage{InputTokens: prompt.EstimateTokens(req), OutputTokens: notation.EstimateTokens(answer)}
	}
	c.Usage, c.CostUSD, c.PriceEstimated = *used, p.Of(*used), p.Estimated
	return c
}

// causeOr returns the cause if an error comes from the end of the context, and otherwise the error.
func causeOr(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// cutMiddle cuts a text to a number of bytes. Of a conversation to be summarized, the beginning is the previous summary and the
// end is the newest.
func cutMiddle(text string, size int) string {
	if len(text) <= size {
		return text
	}
	head, tail := text[:size/3], text[len(text)-size*2/3:]
	return strings.ToValidUTF8(head, "") + "\n…\n" + strings.ToValidUTF8(tail, "")
}

// withoutThought removes the thoughts that some models write before their answer. If they were cut off there is no answer.
func withoutThought(answer string) string {
	thought, ok := strings.CutPrefix(strings.TrimSpace(answer), "<think>")
	if !ok {
		return answer
	}
	_, rest, _ := strings.Cut(thought, "</think>")
	return rest
}

// read returns a whole answer.
func read(ctx context.Context, p llm.Provider, r llm.Request) (answer string, used *llm.Usage, err error) {
	var b strings.Builder
	for d, err := range p.Stream(ctx, r) {
		if err != nil {
			return b.String(), used, err
		}
		if d.Retry != nil {
			b.Reset()
		}
		b.WriteString(d.Text)
		if d.Usage != nil {
			used = d.Usage
		}
	}
	return b.String(), used, nil
}
