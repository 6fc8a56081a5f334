package ptk

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/attach"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/instructions"
	"ptk-lsp/ptk/offer"
	"ptk-lsp/ptk/prompt"
	"ptk-lsp/ptk/transcript"
	"ptk-lsp/tools"
)

// errTurnTimeout is the cause by which a turn's own deadline is told from the caller's cancel.
var errTurnTimeout = errors.New("the turn took too long")

// turn is one request's way to the model and back. It lives as long as Manager.Chat runs.
type turn struct {
	m        *Manager
	c        *transcript.Conversation
	req      request
	route    chat.Route
	allowed  []tools.Spec // all tools of the turn
	offered  offer.Set    // what the model is offered of them
	limits   chat.Limits
	prompt   prompt.Builder
	attached []chat.Attachment // what goes along with the message, mentioned files too
	fallback []string          // the models that are still to be asked where one fails for good
	fellTo   int               // how many of them have taken over
	renderer *attach.Renderer  // of what is attached
	pictures []llm.Image       // of what is attached
	result   chat.Result

	repairs        int  // unusable messages in a row
	failures       int  // answers in a row of which no call succeeded
	duplicates     int  // calls stopped for being repeated
	compacted      bool // the conversation was summed up in this turn
	attachedTokens int  // estimated

	nested     *instructions.Nested
	unprepared bool // the preprocessing model has failed, which was told
	queue      queue
	refused    bool // the provider refused a request as too large

	recorder *transcript.Recorder
}

func newTurn(m *Manager, c *transcript.Conversation, r request, route chat.Route, specs []tools.Spec, emit func(chat.Event)) *turn {
	l := chat.Limits{MaxIterations: r.MaxIterations, MaxToolCalls: r.MaxToolCalls, Turn: r.Timeout}.Or(*m.limits.Load())
	t := &turn{
		m: m, c: c, req: r, allowed: specs, fallback: route.Fallback, limits: l, recorder: transcript.NewRecorder(c, emit),
		renderer: attach.NewRenderer(m.cfg.Workspace, m.cfg.Formatter, c.Reads), nested: m.references.instructions.Nested(),
	}
	t.result = chat.Result{ConversationID: c.ID, TurnID: newID()}
	t.use(route)
	return t
}

// use makes a model that of the turn.
func (t *turn) use(route chat.Route) {
	var warning string
	t.route, t.result.Model = route, route.Name
	if t.offered, warning = offer.For(route, t.allowed); warning != "" {
		t.recorder.Notice([]chat.Event{chat.Warning{Code: "tools", Message: warning}})
	}
	t.prompt = t.builder()
}

func (t *turn) emit(e chat.Event) { t.recorder.Emit(e) }

func (t *turn) append(msgs ...chat.Message) { t.recorder.Append(t.result.TurnID, msgs...) }

// run makes the whole turn. The conversation is left valid however it ends: every call has its result.
func (t *turn) run(ctx context.Context) *chat.Result {
	start := time.Now()
	ctx, cancel := context.WithTimeoutCause(ctx, t.limits.Turn, errTurnTimeout)
	defer cancel()
	first := chat.TurnStart{ConversationID: t.c.ID, TurnID: t.result.TurnID, Model: t.route.Name, MaxIterations: t.limits.MaxIterations}
	ctx = context.WithValue(ctx, startKey{}, first)
	t.begin(first)
	if len(t.req.Plan) > 0 {
		t.emit(chat.Plan{Entries: t.req.Plan})
	}
	endTitle := t.beginTitle(ctx)
	t.result.Error = t.work(ctx)
	endTitle()
	t.tellPlan()
	for t.hear(ctx, true) { // said too late to be answered; the next turn has it
	}
	t.result.Success = t.result.Error == nil && !t.result.Cancelled
	t.result.Duration = time.Since(start)
	t.recorder.End(t.req.Message, t.result)
	return &t.result
}

// work does what the message asks for: a command that acts by itself, or a way to the model and back.
func (t *turn) work(ctx context.Context) *chat.Error {
	t.setSystem(ctx)
	for _, p := range t.req.command.Options.Problems {
		t.emit(chat.Warning{Code: "command", Message: p})
	}
	if failure, ok := t.act(ctx); ok {
		return failure
	}
	t.open(ctx)
	t.warnSkipped()
	return t.loop(ctx)
}

// open puts the user's message into the conversation.
func (t *turn) open(ctx context.Context) {
	t.resolveMentions(ctx, t.req.Attachments, t.req.Message)
	text := t.userText(ctx) + t.overview()
	t.warnOfPictures()
	t.append(chat.Message{Role: llm.User, Text: text, Images: t.pictures})
}

// loop asks the model until it calls no more tools; nil means that it has answered.
func (t *turn) loop(ctx context.Context) *chat.Error {
	for t.result.Iterations < t.limits.MaxIterations {
		if ctx.Err() != nil {
			return t.failure(ctx, ctx.Err())
		}
		t.result.Iterations++
		t.hear(ctx, false)
		a, err := t.ask(ctx)
		if t.reduceRefused(ctx, err) {
			t.result.Iterations--
			continue
		}
		if tooLarge(err) && t.fellBack(ctx, err) {
			t.result.Iterations--
			continue
		}
		t.record(a)
		if err == nil || a.text.Len() > 0 { // what was answered before a failure stays
			t.result.Content = a.text.String()
		}
		if err != nil {
			return t.failure(ctx, err)
		}
		if len(a.calls) == 0 {
			if t.hear(ctx, true) {
				continue
			}
			return a.emptyAnswer()
		}
		if end, why := t.judge(a); end {
			return why
		}
		t.addNestedInstructions(ctx, a.calls)
		t.tellStuck(a.calls)
	}
	return &chat.Error{
		Code: chat.MaxIterationsReached, Message: fmt.Sprintf("The model was asked %d times and still calls tools.", t.limits.MaxIterations),
		Suggestion: "Ask it to go on, or raise chat.maxIterations.",
	}
}

// record keeps what the model said and what came of its calls.
func (t *turn) record(a *answer) {
	if a.raw.Len() == 0 && len(a.calls) == 0 {
		return
	}
	said := chat.Message{Role: llm.Assistant, Text: a.text.String(), Raw: a.raw.String()}
	done := chat.Message{Role: llm.ToolRole}
	for _, c := range a.calls {
		said.Calls = append(said.Calls, c.record)
		done.Results = append(done.Results, c.told())
		t.count(c)
	}
	if len(done.Results) == 0 {
		t.append(said)
		return
	}
	t.append(said, done)
}

// count adds a call to the turn's result.
func (t *turn) count(c *call) {
	if c.record.Tool == "" {
		return // a call that could not be read
	}
	tc := chat.ToolCall{
		ID: c.record.ID, Tool: c.record.Tool, Args: c.record.Args, Reasoning: c.record.Reasoning,
		Success: c.result.Success(), Duration: c.took, Cached: c.result.Cached,
	}
	if c.result.Err != nil {
		tc.Error = c.result.Err.Message
	}
	t.result.ToolCalls = append(t.result.ToolCalls, tc)
	t.result.Changes = append(t.result.Changes, c.result.Changes...)
}

// judge says whether the turn ends after an answer that called tools, and why; a nil error is an end in peace.
func (t *turn) judge(a *answer) (end bool, why *chat.Error) {
	for _, c := range a.calls {
		switch chat.ErrorCode(c.code()) {
		case chat.MaxToolCallsReached:
			return true, &chat.Error{
				Code: chat.MaxToolCallsReached, Message: fmt.Sprintf("The turn made its %d tool calls and the model asked for more.", t.limits.MaxToolCalls),
				Suggestion: "Ask it to go on, or raise chat.maxToolCalls.",
			}
		case chat.DuplicateToolCall:
			if t.duplicates++; t.duplicates > 1 {
				return true, &chat.Error{Code: chat.DuplicateToolCall, Message: c.result.Err.Message, Suggestion: "Say what it should do instead."}
			}
		}
	}
	if a.usable() {
		t.repairs = 0
		return false, nil
	}
	if t.repairs++; t.repairs <= t.limits.MaxRepairs {
		return false, nil
	}
	t.emit(chat.Warning{Code: "unusable_call", Message: "The model could not write a usable tool call; its last message is shown as it is."})
	return true, a.unusable()
}

// failure says for the user why a model call did not end well.
func (t *turn) failure(ctx context.Context, err error) *chat.Error {
	if ctx.Err() != nil {
		if errors.Is(context.Cause(ctx), errTurnTimeout) {
			return &chat.Error{Code: chat.Timeout, Message: fmt.Sprintf("The turn was stopped after %s.", t.limits.Turn), Suggestion: "Ask it to go on, or raise chat.turnTimeoutMs."}
		}
		t.result.Cancelled = true
		return nil
	}
	if e, ok := errors.AsType[*chat.Error](err); ok {
		return e
	}
	e := &chat.Error{Code: chat.LLMCallFailed, Message: err.Error()}
	if le, ok := errors.AsType[*llm.Error](err); ok {
		e.Message, e.Suggestion = le.Error(), le.Suggestion
		if le.Kind == llm.KindOverflow {
			e.Code = chat.ContextOverflow
		}
	}
	return e
}

func isOverflow(err error) bool {
	e, ok := errors.AsType[*llm.Error](err)
	return ok && e.Kind == llm.KindOverflow
}

// blank is true for text that shows nothing.
func blank(s string) bool { return strings.TrimSpace(s) == "" }
