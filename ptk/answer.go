package ptk

import (
	"context"
	"strings"
	"unicode"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/notation"
)

// answer is one message of the model while it comes and after it: prose, and calls that run as soon as they are complete.
type answer struct {
	t        *turn
	parser   *notation.Parser
	runner   *runner
	native   fragments
	text     strings.Builder // prose
	raw      strings.Builder // all that the model wrote
	space    strings.Builder // white space that is not shown yet
	calls    []*call
	finish   llm.Finish
	usage    *llm.Usage
	size     int // bytes of all that came
	warnings int
	// reasoned counts reasoning that the provider may or may not have counted as output.
	reasoned int
}

// parser makes a parser for one message of the turn's model.
func (t *turn) parser() *notation.Parser {
	return notation.NewParser(notation.Options{Tools: t.offered.Known, Native: t.route.Native})
}

// ask sends the conversation to the model and runs what it calls. The answer is never nil: what came before an error is in it.
func (t *turn) ask(ctx context.Context) (*answer, error) {
	a := &answer{t: t, parser: t.parser(), runner: newRunner(ctx, t)}
	req, unfit := t.fittingRequest(ctx)
	if unfit != nil {
		return a, unfit
	}
	err := a.read(ctx, req)
	lost := err != nil && (!isOverflow(err) || t.refused)
	if lost && len(a.calls) == 0 && t.fellBack(ctx, err) {
		return t.ask(ctx)
	}
	a.settle(err)
	if len(a.calls) == 0 {
		t.emit(chat.Iteration{N: t.result.Iterations, Type: "text", ToolCallsSoFar: len(t.result.ToolCalls)})
	}
	a.runner.wait()
	if err == nil || a.begun() { // what was refused, or never sent, costs nothing
		t.addUsage(req, a)
	}
	if lost && len(a.calls) > 0 && t.fellBack(ctx, err) {
		err = nil // what was called has run; the next model goes on from there
	}
	return a, err
}

// read takes the stream until it ends, fails, or says no more that counts.
func (a *answer) read(ctx context.Context, req llm.Request) error {
	for d, err := range a.t.route.Provider.Stream(ctx, req) {
		if err != nil {
			return err
		}
		if d.Retry != nil && !a.again(d.Retry) {
			return nil
		}
		if err := a.take(d); err != nil {
			return err
		}
		if a.parser.Done() {
			return nil
		}
	}
	return nil
}

// take adds one piece. The error says that the answer holds more than it may.
func (a *answer) take(d llm.Delta) error {
	if d.Reasoning != "" {
		a.reasoned += notation.EstimateTokens(d.Reasoning)
		a.t.emit(chat.Reasoning{Text: d.Reasoning})
	}
	if d.Text != "" {
		a.raw.WriteString(d.Text)
		a.use(a.parser.Write(d.Text))
	}
	for _, f := range d.ToolCalls {
		if done, ok := a.native.add(f); ok {
			a.start(&call{record: done})
		}
		a.size += len(f.Arguments)
	}
	if d.Usage != nil {
		a.usage = d.Usage
	}
	if d.Finish != "" {
		a.finish = d.Finish
	}
	a.size += len(d.Text) + len(d.Reasoning)
	return a.full()
}

// use acts on what the parser made of a piece.
func (a *answer) use(o notation.Output) {
	a.say(o.Text)
	for _, w := range o.Warnings {
		if a.warnings++; a.warnings <= mostWarnings {
			a.t.emit(chat.Warning{Code: w.Code, Message: w.Message})
		}
	}
	for _, c := range o.Calls {
		if len(a.calls) < mostCalls {
			a.start(&call{record: chat.Call{ID: newID(), Tool: c.Tool, Args: c.Args, Reasoning: c.Reasoning}, loose: c.Loose})
		}
	}
	for _, e := range o.Errors {
		if len(a.calls) < mostCalls {
			a.add(unreadable(e))
		}
	}
}

// say shows prose. White space waits for what follows it: round a call, and at the end, it is none of the answer.
func (a *answer) say(piece string) {
	shown := strings.TrimRightFunc(piece, unicode.IsSpace)
	if shown == "" {
		a.space.WriteString(piece)
		return
	}
	before := a.space.String()
	a.space.Reset()
	a.space.WriteString(piece[len(shown):])
	if a.text.Len() > 0 {
		shown = before + shown
	} else {
		shown = strings.TrimLeftFunc(shown, unicode.IsSpace)
	}
	a.text.WriteString(shown)
	a.t.emit(chat.Text{Text: shown})
}

// settle ends the parsing: what was held back is text, or a call, or an error.
func (a *answer) settle(err error) {
	how := notation.Complete
	if a.finish == llm.FinishLength || err != nil {
		how = notation.Cut
	}
	if !a.parser.Done() {
		a.use(a.parser.Close(how))
	}
	if last, ok := a.native.rest(); ok && err == nil {
		a.start(&call{record: last})
	}
}

// start runs a call beside the rest of the answer.
func (a *answer) start(c *call) {
	a.add(c)
	a.runner.start(c)
}

// add takes a call in; with the first it is known what sort of answer this is.
func (a *answer) add(c *call) {
	if len(a.calls) == 0 {
		a.t.emit(chat.Iteration{N: a.t.result.Iterations, Type: "tool_call", ToolCallsSoFar: len(a.t.result.ToolCalls)})
	}
	a.calls = append(a.calls, c)
}

// again tells of a retry, at which what was shown of this answer is taken back. It answers false where calls of the
// attempt already run: then they are the answer, and what was shown stays.
func (a *answer) again(r *llm.Retry) bool {
	if len(a.calls) > 0 {
		return false
	}
	a.t.emit(retryEvent(r))
	a.parser = a.t.parser()
	a.native = fragments{}
	a.text.Reset()
	a.space.Reset()
	a.raw.Reset()
	return true
}

// begun is true where something of the answer has come.
func (a *answer) begun() bool {
	return a.raw.Len() > 0 || a.reasoned > 0 || a.usage != nil || len(a.calls) > 0
}

// usable is true where at least one call could be run.
func (a *answer) usable() bool {
	for _, c := range a.calls {
		if !c.unusable {
			return true
		}
	}
	return false
}

// unusable is the turn's end where the model can't write a call: its text, or what was wrong where there is none.
func (a *answer) unusable() *chat.Error {
	if !blank(a.text.String()) {
		return nil
	}
	last := a.calls[len(a.calls)-1]
	return &chat.Error{Code: chat.ErrorCode(last.code()), Message: last.result.Err.Message, Suggestion: "Try a larger model, or one with native tool calling."}
}

// emptyAnswer is an error where the model said nothing at all.
func (a *answer) emptyAnswer() *chat.Error {
	switch {
	case !blank(a.text.String()):
		return nil
	case a.finish == llm.FinishLength:
		return &chat.Error{Code: chat.LLMCallFailed, Message: "The answer was cut at the model's length limit before it said anything.", Suggestion: "Ask for less, or use a model with a larger limit."}
	case a.finish == llm.FinishFilter:
		return &chat.Error{Code: chat.LLMCallFailed, Message: "The provider's filter refused to answer.", Suggestion: "Say it in other words, or use another model."}
	}
	return &chat.Error{Code: chat.LLMCallFailed, Message: "The model gave an empty answer.", Suggestion: "Ask again, or use another model."}
}
