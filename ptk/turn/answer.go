package turn

import (
	"context"
	"fmt"
	"strings"
	"time"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/notation"
	"ptk-lsp/ptk/prompt"
)

// Limits of an answer, whatever the provider sends: it has to be stored, shown and searched.
const (
	maxAnswer   = 4 << 20 // bytes of text, reasoning and arguments
	maxCalls    = 256
	maxWarnings = 100
)

// answer is one message of the model: its text, and its calls, which run as soon as they are complete.
type answer struct {
	*model
	parser   *notation.Parser
	runner   *runner
	native   fragments
	prose    prose
	raw      strings.Builder // all text, calls included
	calls    []*call
	finish   llm.Finish
	cut      bool // the stream was left before its end: a call that is not complete does not run
	received received
}

// received counts what came of an answer.
type received struct {
	bytes, warnings int
	usage           *llm.Usage // as the provider reports it
	reasoning       int        // tokens, estimated; the provider may have counted them as output
}

func newAnswer(m *model) *answer {
	a := &answer{model: m, runner: newRunner(m)}
	a.reset()
	return a
}

// reset drops all text of the answer, to read another attempt.
func (a *answer) reset() {
	a.parser = notation.NewParser(notation.Options{Tools: a.offered.Known, Native: a.route.Native})
	a.native, a.prose = fragments{}, prose{}
	a.raw.Reset()
}

// read reads the stream until it ends, fails, or the rest of it does not matter.
func (a *answer) read(ctx context.Context, req llm.Request) error {
	for d, err := range a.route.Provider.Stream(ctx, req) {
		if err != nil {
			return err
		}
		if d.Retry != nil {
			if len(a.calls) > 0 { // calls of the failed attempt run already: they are the answer
				a.cut = true
				return nil
			}
			a.emit(retryEvent(d.Retry))
			a.reset()
		}
		if err := a.add(ctx, d); err != nil {
			return err
		}
		if a.parser.Done() {
			return nil
		}
	}
	return nil
}

func retryEvent(r *llm.Retry) chat.Retry {
	return chat.Retry{Attempt: r.Attempt, Of: r.Of, Delay: time.Duration(r.DelayMs) * time.Millisecond, Reason: r.Reason}
}

// add adds a piece of the stream. It returns an error if the answer exceeds a limit.
func (a *answer) add(ctx context.Context, d llm.Delta) error {
	if d.Reasoning != "" {
		a.received.reasoning += notation.EstimateTokens(d.Reasoning)
		a.emit(chat.Reasoning{Text: d.Reasoning})
	}
	if d.Text != "" {
		a.raw.WriteString(d.Text)
		a.parsed(ctx, a.parser.Write(d.Text))
	}
	for _, f := range d.ToolCalls {
		if done, ok := a.native.add(f); ok {
			a.start(ctx, &call{record: done})
		}
		a.received.bytes += len(f.Arguments)
	}
	if d.Usage != nil {
		a.received.usage = d.Usage
	}
	if d.Finish != "" {
		a.finish = d.Finish
	}
	a.received.bytes += len(d.Text) + len(d.Reasoning)
	return a.checkLimits()
}

func (a *answer) checkLimits() error {
	what := ""
	switch {
	case a.received.bytes > maxAnswer:
		what = fmt.Sprintf("%d MiB, more than a real answer has", maxAnswer>>20)
	case len(a.calls) >= maxCalls:
		what = fmt.Sprintf("%d tool calls", maxCalls)
	default:
		return nil
	}
	return &llm.Error{
		Kind: llm.KindEndless, Provider: a.route.Name, Message: "the answer was ended after " + what,
		Suggestion: "Ask for less at once. If that does not help, the model or its server is broken: use another.",
	}
}

// parsed shows the text and starts the calls that the parser has found.
func (a *answer) parsed(ctx context.Context, o notation.Output) {
	if shown := a.prose.write(o.Text); shown != "" {
		a.emit(chat.Text{Text: shown})
	}
	for _, w := range o.Warnings {
		if a.received.warnings++; a.received.warnings <= maxWarnings {
			a.warn(w.Code, w.Message)
		}
	}
	for _, c := range o.Calls {
		if len(a.calls) < maxCalls {
			a.start(ctx, &call{record: chat.Call{ID: newID(), Tool: c.Tool, Args: c.Args, Reasoning: c.Reasoning}, loose: c.Loose})
		}
	}
	for _, e := range o.Errors {
		if len(a.calls) < maxCalls {
			a.addCall(unreadable(e))
		}
	}
}

// start runs a call while the rest of the answer is read.
func (a *answer) start(ctx context.Context, c *call) {
	a.addCall(c)
	a.runner.start(ctx, c)
}

// addCall adds a call; the first one shows that the answer is not text only.
func (a *answer) addCall(c *call) {
	if len(a.calls) == 0 {
		a.emitIteration("tool_call")
	}
	a.calls = append(a.calls, c)
}

func (a *answer) emitIteration(kind string) {
	a.emit(chat.Iteration{N: a.result.Iterations, Type: kind, ToolCallsSoFar: len(a.result.ToolCalls)})
}

// end parses what was held back, waits for the calls, and adds the usage. The error is that of the stream.
func (a *answer) end(ctx context.Context, req llm.Request, err error) {
	a.cut = a.cut || err != nil
	finish := notation.Complete
	if a.cut || a.finish == llm.FinishLength {
		finish = notation.Cut
	}
	if !a.parser.Done() {
		a.parsed(ctx, a.parser.Close(finish))
	}
	if last, ok := a.native.rest(); ok && !a.cut {
		a.start(ctx, &call{record: last})
	}
	if len(a.calls) == 0 {
		a.emitIteration("text")
	}
	a.runner.wait()
	if err == nil || a.hasBegun() { // a request that was refused or never sent costs nothing
		a.addUsage(req, prompt.Completion{Usage: a.received.usage, Text: a.raw.String(), ReasoningTokens: a.received.reasoning})
	}
}

// hasBegun reports whether anything of the answer has come.
func (a *answer) hasBegun() bool {
	return a.raw.Len() > 0 || a.received.reasoning > 0 || a.received.usage != nil || len(a.calls) > 0
}

// isUsable reports whether at least one call could be run.
func (a *answer) isUsable() bool {
	for _, c := range a.calls {
		if !c.unusable {
			return true
		}
	}
	return false
}

// unusableError returns the error of a turn that ends because the model can't write a usable call; nil if the answer has text.
func (a *answer) unusableError() *chat.Error {
	if !a.prose.isBlank() {
		return nil
	}
	last := a.calls[len(a.calls)-1]
	return &chat.Error{
		Code: chat.ErrorCode(last.code()), Message: last.result.Err.Message,
		Suggestion: "Try a larger model, or one with native tool calling.",
	}
}

// emptyError returns an error if the answer is empty.
func (a *answer) emptyError() *chat.Error {
	e := &chat.Error{Code: chat.LLMCallFailed}
	switch {
	case !a.prose.isBlank():
		return nil
	case a.finish == llm.FinishLength:
		e.Message = "The answer was cut at the model's length limit before it had any text."
		e.Suggestion = "Ask for less, or use a model with a larger limit."
	case a.finish == llm.FinishFilter:
		e.Message, e.Suggestion = "The provider's filter refused to answer.", "Ask in other words, or use another model."
	default:
		e.Message, e.Suggestion = "The model gave an empty answer.", "Ask again, or use another model."
	}
	return e
}
