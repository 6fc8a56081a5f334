package ptk

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/sourcegraph/conc/stream"

	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/notation"
	"ptk-lsp/tools"
)

// call is one call of an answer on its way from the model's text to its result.
type call struct {
	record   chat.Call
	spec     tools.Spec
	result   *tools.Result
	took     time.Duration
	loose    bool // it was read from less than exact tags
	unusable bool // it could not be read, found or fitted: the model has to write it anew
	touches  footprint
	free     bool // it waits for no other call
	began    chan struct{}
	done     chan struct{}
}

// unreadable is a call that the parser could make nothing of; it exists to be told to the model.
func unreadable(e *notation.Error) *call {
	return &call{unusable: true, result: failed(tools.ValidationError, string(e.Code), e.Error(), "")}
}

func failed(t tools.ErrorType, code, message, suggestion string) *tools.Result {
	return &tools.Result{Err: &tools.Error{Type: t, Code: code, Message: message, Suggestion: suggestion}}
}

// code is the protocol's code of the call's failure, or "".
func (c *call) code() string {
	if c.result == nil || c.result.Err == nil {
		return ""
	}
	return c.result.Err.Code
}

// told is what the model is told of it.
func (c *call) told() chat.CallResult {
	if c.unusable {
		return chat.Refused(c.record, c.result.Err)
	}
	return chat.ResultOf(c.record, c.result)
}

// runner runs the calls of one answer at once and reports them in order.
type runner struct {
	ctx    context.Context
	t      *turn
	stream *stream.Stream
	calls  []*call
}

func newRunner(ctx context.Context, t *turn) *runner {
	return &runner{ctx: ctx, t: t, stream: stream.New()}
}

// wait returns when every call has ended and is reported.
func (r *runner) wait() { r.stream.Wait() }

// start runs the call as soon as those that it must follow have ended.
func (r *runner) start(c *call) {
	c.began, c.done = make(chan struct{}), make(chan struct{})
	r.fit(c)
	c.touches = touched(c)
	after := r.before(c)
	var turnstile *call // the start of each free call is told in the order written
	if c.free = len(after) == 0; c.free {
		turnstile = r.lastFree()
	}
	if len(r.t.result.ToolCalls)+len(r.calls) >= r.t.limits.MaxToolCalls {
		c.result = failed(tools.UserError, string(chat.MaxToolCallsReached), "Not run: the turn has made all the tool calls it may.", "")
	}
	r.calls = append(r.calls, c)
	r.stream.Go(func() stream.Callback {
		for _, b := range after {
			<-b.done
		}
		r.run(c, turnstile)
		close(c.done)
		return func() {
			r.t.emit(chat.ToolResult{ID: c.record.ID, Tool: c.record.Tool, Result: c.result, Duration: c.took})
		}
	})
}

// run executes the call where nothing stands against it; it always leaves a result.
func (r *runner) run(c *call, turnstile *call) {
	began := func(s tools.Spec, a *tools.Action) {
		if turnstile != nil {
			<-turnstile.began
		}
		r.announce(c, s, a)
		close(c.began)
	}
	if c.result != nil {
		began(c.spec, nil)
		return
	}
	start := time.Now()
	inv := tools.Invocation{
		ID: c.record.ID, Tool: c.record.Tool, Args: c.record.Args, Reasoning: c.record.Reasoning, Message: r.t.req.Message,
		ConversationID: r.t.c.ID, TurnID: r.t.result.TurnID, Model: r.t.route.Name, Reads: r.t.c.Reads, Loose: c.loose,
	}
	out := func(chunk string) { r.t.emit(chat.ToolOutput{ID: c.record.ID, Chunk: chunk}) }
	c.result = r.t.m.cfg.Tools.Run(r.ctx, inv, tools.Observer{Start: began, Output: out, Plan: r.plan})
	c.took = time.Since(start)
}

// fit finds the tool among those offered and brings the arguments into its schema's form, or leaves a result that says why
// it can't.
func (r *runner) fit(c *call) {
	spec, tool, ok := r.t.offered.Find(c.record.Tool)
	if !ok {
		c.refuse(r.notFound(c.record.Tool))
		return
	}
	c.spec, c.record.Tool = spec, tool.Name
	args, err := notation.Fit(tool, c.record.Args)
	if err != nil {
		c.refuse(err)
		return
	}
	c.record.Args = args
}

// refuse leaves the call with what is wrong about it. Arguments that are no JSON go no further: the history and the wire
// hold only valid calls.
func (c *call) refuse(err *notation.Error) {
	c.unusable = true
	c.result = failed(tools.ValidationError, string(err.Code), err.Message, "")
	if !json.Valid(c.record.Args) {
		c.record.Args = json.RawMessage("{}")
	}
}

func (r *runner) notFound(name string) *notation.Error {
	names := r.t.offered.Names()
	msg := fmt.Sprintf("There is no tool %q.", name)
	if near := notation.Closest(name, names); len(near) > 0 {
		msg += " Did you mean " + strings.Join(near, " or ") + "?"
	}
	return &notation.Error{Code: notation.ToolNotFound, Tool: name, Message: msg + " The tools are: " + strings.Join(names, ", ") + "."}
}

// announce tells that the call is on its way.
func (r *runner) announce(c *call, s tools.Spec, a *tools.Action) {
	e := chat.ToolCallStart{ID: c.record.ID, Tool: c.record.Tool, Title: c.record.Tool, Kind: s.Kind, Args: c.record.Args, Reasoning: c.record.Reasoning}
	if e.Kind == "" {
		e.Kind = tools.KindOther
	}
	if a != nil {
		e.Title, e.Locations = a.Title, a.Locations
	}
	r.t.emit(e)
}

// plan tells of the plan that the model has made or changed.
func (r *runner) plan(entries []tools.PlanEntry) {
	p := chat.Plan{}
	for _, e := range entries {
		p.Entries = append(p.Entries, chat.PlanEntry(e))
	}
	r.t.emit(p)
}
