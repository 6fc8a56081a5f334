package turn

import (
	"context"
	"errors"
	"time"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/attach"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/transcript"
)

// turn is the loop: it asks the model until an answer calls no tools.
type turn struct {
	*input
	attempts   *attempts
	planner    *planner
	queue      *Queue // of messages that the user sends meanwhile
	repairs    int    // consecutive answers without a usable call
	duplicates int    // calls that were stopped because they are repeated
}

// newTurn returns a turn of a conversation that begins with a model.
func newTurn(
	cfg Config, r Request, c *transcript.Conversation, route chat.Route, q *Queue, emit func(chat.Event),
) *turn {
	m := &model{base: newBase(cfg, r, c, emit)}
	m.use(route)
	in := &input{model: m, renderer: attach.NewRenderer(cfg.Workspace, cfg.Formatter, c.Reads), nested: cfg.Instructions.Nested()}
	return &turn{
		input: in, queue: q, planner: &planner{model: m},
		attempts: &attempts{input: in, reducer: &reducer{model: m}, fallback: route.Fallback},
	}
}

// Run runs a turn of a conversation, beginning with a model, and releases the conversation. Messages of the queue are added
// between requests. However the turn ends, the conversation stays valid: every call has its result.
func Run(
	ctx context.Context, cfg Config, r Request, c *transcript.Conversation, route chat.Route, q *Queue, emit func(chat.Event),
) *chat.Result {
	return newTurn(cfg, r, c, route, q, emit).run(ctx)
}

func (t *turn) run(ctx context.Context) *chat.Result {
	began := time.Now()
	ctx, cancel := t.withTimeout(ctx)
	defer cancel()
	start := chat.TurnStart{
		ConversationID: t.c.ID, TurnID: t.result.TurnID, Model: t.route.Name, MaxIterations: t.req.Limits.MaxIterations,
	}
	ctx = withStart(ctx, start)
	t.recorder.Begin(transcript.Beginning{Start: start, Request: t.req.Request, Notices: t.notices})
	if len(t.req.Plan) > 0 {
		t.emit(chat.Plan{Entries: t.req.Plan})
	}
	endTitle := t.startTitle(ctx)
	t.result.Error = t.serve(ctx)
	endTitle()
	t.planner.finish()
	for t.addQueued(ctx, true) { // too late to be answered; the next turn has them
	}
	t.result.Success = t.result.Error == nil && !t.result.Cancelled
	t.result.Duration = time.Since(began) - t.waits.total()
	t.recorder.End(t.req.Message, t.result)
	return &t.result
}

// notices returns what the user should know about the history and the tools.
func (t *turn) notices() (events []chat.Event) {
	for _, n := range t.Transcripts.Notices() {
		events = append(events, chat.Warning{Code: "history", Message: n})
	}
	for _, n := range t.Notices() {
		events = append(events, chat.Warning{Code: "tools", Message: n})
	}
	return events
}

// serve does what the message asks for: it executes a command of the program, or asks the model.
func (t *turn) serve(ctx context.Context) *chat.Error {
	t.setSystem(ctx)
	for _, p := range t.req.Command.Options.Problems {
		t.warn("command", p)
	}
	if failure, done := t.act(ctx); done {
		return failure
	}
	if t.req.Continue {
		t.resume(ctx)
		return t.loop(ctx)
	}
	t.open(ctx, t.planner.approvedText())
	for _, text := range t.Skipped() {
		t.warn("instructions", text)
	}
	return t.loop(ctx)
}

// loop asks the model until it calls no more tools. It returns nil if the model has answered.
func (t *turn) loop(ctx context.Context) *chat.Error {
	for t.limitReached() == nil {
		if ctx.Err() != nil {
			return t.failure(ctx, ctx.Err())
		}
		t.result.Iterations++
		t.addQueued(ctx, false)
		a, err := t.attempts.next(ctx)
		t.record(a)
		if err == nil || a.prose.text.Len() > 0 { // the text before a failure stays
			t.result.Content = a.prose.text.String()
		}
		if err != nil {
			return t.failure(ctx, err)
		}
		if len(a.calls) == 0 {
			if t.addQueued(ctx, true) {
				continue
			}
			return a.emptyError()
		}
		if end, failure := t.check(a); end {
			return failure
		}
		t.addNestedInstructions(ctx, a.calls)
		t.planner.check(a.calls)
	}
	if ctx.Err() != nil {
		return t.failure(ctx, ctx.Err())
	}
	return t.limitReached()
}

// addQueued adds the messages that the user has sent since the last request. It reports whether there were any. After last was set
// and there were none, no more are accepted.
func (t *turn) addQueued(ctx context.Context, last bool) bool {
	messages := t.queue.take(last)
	for _, m := range messages {
		t.steer(context.WithoutCancel(ctx), m)
	}
	return len(messages) > 0
}

// record adds an answer and the results of its calls to the conversation.
func (t *turn) record(a *answer) {
	if a.raw.Len() == 0 && len(a.calls) == 0 {
		return
	}
	text := chat.Message{Role: llm.Assistant, Text: a.prose.text.String(), Raw: a.raw.String()}
	results := chat.Message{Role: llm.ToolRole}
	for _, c := range a.calls {
		text.Calls = append(text.Calls, c.record)
		results.Results = append(results.Results, c.forModel())
		if c.record.Tool != "" { // it could be read
			t.result.ToolCalls = append(t.result.ToolCalls, c.forResult())
			t.result.Changes = append(t.result.Changes, c.result.Changes...)
		}
	}
	if len(results.Results) == 0 {
		t.append(text)
		return
	}
	t.append(text, results)
}

// check decides whether the turn ends after an answer that called tools, with an error or without.
func (t *turn) check(a *answer) (end bool, failure *chat.Error) {
	for _, c := range a.calls {
		switch c.code() {
		case string(chat.MaxToolCallsReached):
			return true, t.toolCallsReached()
		case string(chat.DuplicateToolCall):
			if t.duplicates++; t.duplicates > 1 {
				return true, &chat.Error{
					Code: chat.DuplicateToolCall, Message: c.result.Err.Message, Suggestion: "Say what it should do instead.",
				}
			}
		}
	}
	if a.isUsable() {
		t.repairs = 0
		return false, nil
	}
	if t.repairs++; t.repairs <= t.req.Limits.MaxRepairs {
		return false, nil
	}
	t.warn("unusable_call", "The model could not write a usable tool call; its last message is shown as it is.")
	return true, a.unusableError()
}

// failure converts the error of a request to that of the turn. It returns nil if the turn was cancelled.
func (t *turn) failure(ctx context.Context, err error) *chat.Error {
	if ctx.Err() != nil {
		if errors.Is(context.Cause(ctx), errTimeout) {
			return t.timeReached()
		}
		t.result.Cancelled = true
		return nil
	}
	if e, ok := errors.AsType[*chat.Error](err); ok {
		return e
	}
	e := &chat.Error{Code: chat.LLMCallFailed, Message: err.Error()}
	if le, ok := errors.AsType[*llm.Error](err); ok {
		e.Message, e.Suggestion, e.Kind, e.Provider = le.Error(), le.Suggestion, le.Kind, le.Provider
		if le.Kind == llm.KindOverflow {
			e.Code = chat.ContextOverflow
		}
	}
	return e
}
