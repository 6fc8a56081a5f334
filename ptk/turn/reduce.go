package turn

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/prompt"
)

// reducer makes requests smaller.
type reducer struct {
	*model
	compacted bool // messages were summarized in this turn
	mayCut    bool // the user's messages may be cut: no other model could take them whole
}

// fit returns the next request, reduced if it is too large for the model.
func (r *reducer) fit(ctx context.Context) (llm.Request, *chat.Error) {
	req := r.request()
	room, before := r.prompt.Room(), r.prompt.Size(req)
	if room == 0 || before <= room {
		return req, nil
	}
	req = r.reduce(ctx)
	after, limit := r.prompt.Size(req), r.prompt.Max()
	if limit > 0 && after > limit {
		return req, &chat.Error{
			Code: chat.ContextOverflow, Kind: llm.KindOverflow, Provider: providerOf(r.route),
			Message:    fmt.Sprintf("The message and its context take %d tokens, but %s accepts only %d.", after, r.route.Name, limit),
			Suggestion: "Compact the conversation, attach less, or use a model with a larger window.",
		}
	}
	r.warnReduced("Older messages were shortened for the model: %d tokens became %d.", before, after)
	return req, nil
}

// reduceRefused reduces a request that the provider refused with an error as too large. It reports whether the request is smaller
// now.
func (r *reducer) reduceRefused(ctx context.Context, err error) bool {
	req := r.request()
	refusal := prompt.Refusal{Estimated: prompt.EstimateTokens(req)}
	if e, ok := errors.AsType[*llm.Error](err); ok {
		refusal.Counted, refusal.Window = e.Prompt, e.Window
	}
	r.Counter.Refused(r.route.Name, refusal)
	before := r.prompt.Size(req)
	after := r.prompt.Size(r.reduce(ctx))
	if after >= before {
		return false
	}
	r.warnReduced("The conversation was too large for "+r.route.Name+". Older messages were shortened: %d tokens became %d.", before, after)
	return true
}

func (r *reducer) warnReduced(format string, before, after int) {
	r.warn("compacted", fmt.Sprintf(format, before, after))
}

// reduce shortens and summarizes messages, step by step, until the request is small enough or nothing is left to reduce. The user
// still sees the whole conversation.
func (r *reducer) reduce(ctx context.Context) llm.Request {
	size := r.prompt.Goal()
	compact := func(c prompt.Conversation) prompt.Conversation { return r.compact(ctx, c, size) }
	cut := func(c prompt.Conversation) prompt.Conversation { return r.cutMessages(c) }
	steps := []func(prompt.Conversation) prompt.Conversation{prompt.Conversation.ShortenOld, compact, prompt.Conversation.ShortenAll, cut}
	for _, step := range steps {
		before := r.c.Mark
		r.setConversation(step(r.conversation()))
		if !r.c.Mark.Same(before) {
			r.recorder.Mark()
		}
		if req := r.request(); r.prompt.Size(req) <= size {
			return req
		}
	}
	return r.request()
}

// cutMessages cuts the user's messages if the request is still too large for the model and fits then.
func (r *reducer) cutMessages(c prompt.Conversation) prompt.Conversation {
	if !r.mayCut {
		return c
	}
	next := r.prompt.CutMessages(c, r.prompt.Room()*9/10)
	if limit := r.prompt.Max(); limit > 0 && r.prompt.Size(r.prompt.Request(next)) > limit {
		return c
	}
	if next.Mark.Cut != c.Mark.Cut {
		r.warn("message_cut", "Your message and what is attached to it are too large for "+r.route.Name+": parts of the middle were left out.")
	}
	return next
}

// compact summarizes old messages, once in a turn, so that the request takes at most a number of tokens.
func (r *reducer) compact(ctx context.Context, c prompt.Conversation, tokens int) prompt.Conversation {
	if r.compacted {
		return c
	}
	r.compacted = true
	next, old := r.prompt.Compact(c, r.toolKinds(), tokens)
	if len(old) > 0 {
		r.narrate(ctx, &next.Mark.Summary, c.Mark.Summary, old)
	}
	return next
}

// compactTurns summarizes all turns except the last one. It reports whether there was anything to summarize.
func (r *reducer) compactTurns(ctx context.Context) bool {
	c := r.conversation()
	next, old := r.prompt.CompactTurns(c, r.toolKinds())
	if len(old) == 0 {
		return false
	}
	r.narrate(ctx, &next.Mark.Summary, c.Mark.Summary, old)
	r.setConversation(next)
	return true
}

// narrate adds the preprocessing model's summary of old messages and of those before them, if the user has set such a model.
func (r *reducer) narrate(ctx context.Context, s *prompt.Summary, before prompt.Summary, old []chat.Message) {
	tokens := r.prompt.Estimated(r.prompt.SummaryTokens())
	text, c, err := r.Preprocess.Summarize(ctx, before, old, tokens/2)
	r.addCharge(ctx, c, err)
	if err == nil {
		s.Narrate(text, tokens)
	}
}

// providerOf returns the first part of "provider/model".
func providerOf(r chat.Route) string {
	name, _, _ := strings.Cut(r.Name, "/")
	return name
}

// isOverflow reports whether a provider refused a request as too large.
func isOverflow(err error) bool {
	e, ok := errors.AsType[*llm.Error](err)
	return ok && e.Kind == llm.KindOverflow
}
