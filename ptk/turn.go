package ptk

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/notation"
	"ptk-lsp/tools"
)

// errTurnTimeout is the cause by which a turn's own deadline is told from the caller's cancel.
var errTurnTimeout = errors.New("the turn took too long")

// turn is one request's way to the model and back. It lives as long as Manager.Chat runs.
type turn struct {
	m        *Manager
	c        *conversation
	req      request
	route    Route
	allowed  []tools.Spec // all tools of the turn; what follows of them is as the route wants it
	specs    []tools.Spec
	known    []notation.Tool // all that may be called
	full     []notation.Tool // those that the model is told all of
	brief    []notation.Tool // those that it is told a line of
	native   []llm.Tool      // both, for a model that calls functions
	limits   Limits
	system   string
	attached []Attachment // what goes along with the message, mentioned files too
	fallback []string     // the models that are still to be asked where one fails for good
	fellTo   int          // how many of them have taken over
	pictures []llm.Image  // of what is attached
	result   ChatResult

	repairs                    int  // unusable messages in a row
	failures                   int  // answers in a row of which no call succeeded
	duplicates                 int  // calls stopped for being repeated
	compacted                  bool // the conversation was summed up in this turn
	ruleTokens, attachedTokens int  // estimated

	looked     []string // folders whose instructions were looked for
	unprepared bool     // the preprocessing model has failed, which was told
	queue      queue
	refused    bool // the provider refused a request as too large

	beginning beginning

	emitMu  sync.Mutex // guards what follows: events come from the loop and from running tools
	sink    func(Event)
	notices []Event     // of the history, to be told before the next event
	plan    []PlanEntry // the one that was shown last
	unkept  bool        // something could not be written into the history
}

func newTurn(m *Manager, c *conversation, r request, route Route, specs []tools.Spec, emit func(Event)) *turn {
	l := Limits{MaxIterations: r.MaxIterations, MaxToolCalls: r.MaxToolCalls, Turn: r.Timeout}.or(*m.limits.Load())
	t := &turn{m: m, c: c, req: r, allowed: specs, fallback: route.Fallback, limits: l, sink: emit}
	t.result = ChatResult{ConversationID: c.id, TurnID: newID()}
	t.use(route)
	return t
}

// use makes a model that of the turn.
func (t *turn) use(route Route) {
	specs, dropped := fewEnough(t.allowed, route)
	t.notice(dropped)
	specs, full, brief := inBrief(specs, route)
	t.route, t.result.Model, t.specs, t.known = route, route.Name, specs, Described(specs)
	t.full, t.brief, t.native = Described(full), briefed(brief, route.Window), nil
	if route.Native {
		t.native = nativeTools(t.full, t.brief)
	}
}

func (t *turn) emit(e Event) {
	t.emitMu.Lock()
	defer t.emitMu.Unlock()
	if p, ok := e.(Plan); ok {
		t.plan = p.Entries
	}
	t.keep(e)
	t.sink(e)
	t.tell()
}

// run makes the whole turn. The conversation is left valid however it ends: every call has its result.
func (t *turn) run(ctx context.Context) *ChatResult {
	start := time.Now()
	ctx, cancel := context.WithTimeoutCause(ctx, t.limits.Turn, errTurnTimeout)
	defer cancel()
	first := TurnStart{t.c.id, t.result.TurnID, t.route.Name, t.limits.MaxIterations}
	ctx = context.WithValue(ctx, startKey{}, first)
	t.begin(first)
	if len(t.req.Plan) > 0 {
		t.emit(Plan{t.req.Plan})
	}
	endTitle := t.beginTitle(ctx)
	t.result.Error = t.work(ctx)
	endTitle()
	t.tellPlan()
	for t.hear(ctx, true) { // said too late to be answered; the next turn has it
	}
	t.result.Success = t.result.Error == nil && !t.result.Cancelled
	t.result.Duration = time.Since(start)
	t.end()
	return &t.result
}

// work does what the message asks for: a command that acts by itself, or a way to the model and back.
func (t *turn) work(ctx context.Context) *ChatError {
	t.system = t.systemPrompt(ctx)
	for _, p := range t.req.command.problems {
		t.emit(Warning{"command", p})
	}
	if failure, ok := t.acted(ctx); ok {
		return failure
	}
	t.open(ctx)
	t.tellSkipped()
	return t.loop(ctx)
}

// open puts the user's message into the conversation.
func (t *turn) open(ctx context.Context) {
	t.attached = t.withMentions(ctx, t.req.Attachments, t.req.Message)
	text := t.userText(ctx) + t.overview()
	t.warnOfPictures()
	t.append(message{role: llm.User, text: text, images: t.pictures})
}

// loop asks the model until it calls no more tools; nil means that it has answered.
func (t *turn) loop(ctx context.Context) *ChatError {
	for t.result.Iterations < t.limits.MaxIterations {
		if ctx.Err() != nil {
			return t.failure(ctx, ctx.Err())
		}
		t.result.Iterations++
		t.hear(ctx, false)
		a, err := t.ask(ctx)
		if t.overflowed(ctx, err) {
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
		t.tellNearer(ctx, a.calls)
		t.tellStuck(a.calls)
	}
	return &ChatError{
		MaxIterationsReached, fmt.Sprintf("The model was asked %d times and still calls tools.", t.limits.MaxIterations),
		"Ask it to go on, or raise chat.maxIterations.",
	}
}

// record keeps what the model said and what came of its calls.
func (t *turn) record(a *answer) {
	if a.raw.Len() == 0 && len(a.calls) == 0 {
		return
	}
	said := message{role: llm.Assistant, text: a.text.String(), raw: a.raw.String()}
	done := message{role: llm.ToolRole}
	for _, c := range a.calls {
		said.calls = append(said.calls, c.record)
		done.results = append(done.results, c.told())
		t.count(c)
	}
	if len(done.results) == 0 {
		t.append(said)
		return
	}
	t.append(said, done)
}

// count adds a call to the turn's result.
func (t *turn) count(c *call) {
	if c.record.tool == "" {
		return // a call that could not be read
	}
	tc := ToolCall{
		ID: c.record.id, Tool: c.record.tool, Args: c.record.args, Reasoning: c.record.reasoning,
		Success: c.result.Success(), Duration: c.took, Cached: c.result.Cached,
	}
	if c.result.Err != nil {
		tc.Error = c.result.Err.Message
	}
	t.result.ToolCalls = append(t.result.ToolCalls, tc)
	t.result.Changes = append(t.result.Changes, c.result.Changes...)
}

// judge says whether the turn ends after an answer that called tools, and why; a nil error is an end in peace.
func (t *turn) judge(a *answer) (end bool, why *ChatError) {
	for _, c := range a.calls {
		switch ErrorCode(c.code()) {
		case MaxToolCallsReached:
			return true, &ChatError{
				MaxToolCallsReached, fmt.Sprintf("The turn made its %d tool calls and the model asked for more.", t.limits.MaxToolCalls),
				"Ask it to go on, or raise chat.maxToolCalls.",
			}
		case DuplicateToolCall:
			if t.duplicates++; t.duplicates > 1 {
				return true, &ChatError{DuplicateToolCall, c.result.Err.Message, "Say what it should do instead."}
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
	t.emit(Warning{"unusable_call", "The model could not write a usable tool call; its last message is shown as it is."})
	return true, a.unusable()
}

// failure says for the user why a model call did not end well.
func (t *turn) failure(ctx context.Context, err error) *ChatError {
	if ctx.Err() != nil {
		if errors.Is(context.Cause(ctx), errTurnTimeout) {
			return &ChatError{Timeout, fmt.Sprintf("The turn was stopped after %s.", t.limits.Turn), "Ask it to go on, or raise chat.turnTimeoutMs."}
		}
		t.result.Cancelled = true
		return nil
	}
	if e, ok := errors.AsType[*ChatError](err); ok {
		return e
	}
	e := &ChatError{Code: LLMCallFailed, Message: err.Error()}
	if le, ok := errors.AsType[*llm.Error](err); ok {
		e.Message, e.Suggestion = le.Error(), le.Suggestion
		if le.Kind == llm.KindOverflow {
			e.Code = ContextOverflow
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
