package turn

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sourcegraph/conc/stream"

	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/notation"
	"ptk-lsp/tools"
)

// runner runs the calls of one answer concurrently and reports their results in the order of the calls.
type runner struct {
	*model
	stream *stream.Stream
	calls  []*call
}

func newRunner(m *model) *runner { return &runner{model: m, stream: stream.New()} }

// wait returns when every call has ended and is reported.
func (r *runner) wait() { r.stream.Wait() }

// start runs the call as soon as those that it must follow have ended.
func (r *runner) start(ctx context.Context, c *call) {
	c.began, c.done = make(chan struct{}), make(chan struct{})
	r.fit(c)
	c.touches = footprintOf(c)
	after := r.before(c)
	var previous *call // free calls are reported as started in the order of the answer
	if c.free = len(after) == 0; c.free {
		previous = r.lastFree()
	}
	if len(r.result.ToolCalls)+len(r.calls) >= r.req.Limits.MaxToolCalls {
		c.result = failed(tools.UserError, string(chat.MaxToolCallsReached), "Not run: the limit of tool calls was reached. If it is still needed, call it again.")
	}
	r.calls = append(r.calls, c)
	r.stream.Go(func() stream.Callback {
		for _, b := range after {
			<-b.done
		}
		r.run(ctx, c, previous)
		close(c.done)
		return func() {
			r.emit(chat.ToolResult{ID: c.record.ID, Tool: c.record.Tool, Result: c.result, Duration: c.took})
		}
	})
}

// before returns the earlier calls that must end before c starts.
func (r *runner) before(c *call) (after []*call) {
	for _, b := range r.calls {
		if c.touches.follows(b.touches) {
			after = append(after, b)
		}
	}
	return after
}

// lastFree returns the last call that waits for no other, nil if there is none.
func (r *runner) lastFree() *call {
	for _, b := range slices.Backward(r.calls) {
		if b.free {
			return b
		}
	}
	return nil
}

// run executes the call unless it has a result already; it always sets one.
func (r *runner) run(ctx context.Context, c, previous *call) {
	began := func(s tools.Spec, a *tools.Action) {
		if previous != nil {
			<-previous.began
		}
		r.reportStart(c, s, a)
		close(c.began)
	}
	if c.result != nil {
		began(c.spec, nil)
		return
	}
	start := time.Now()
	inv := tools.Invocation{
		ID: c.record.ID, Tool: c.record.Tool, Args: c.record.Args, Reasoning: c.record.Reasoning, Message: r.req.asked(),
		ConversationID: r.c.ID, TurnID: r.result.TurnID, AskedFor: r.req.askedFor(), Model: r.route.Name, Reads: r.c.Reads,
		Loose: c.loose,
	}
	out := func(chunk string) { r.emit(chat.ToolOutput{ID: c.record.ID, Chunk: chunk}) }
	var own waits
	wait := func(d time.Duration) {
		answered := time.Now()
		own.add(answered, d)
		r.waits.add(answered, d)
		if r.Waited != nil {
			r.Waited(d)
		}
	}
	c.result = r.Tools.Run(ctx, inv, tools.Observer{Start: began, Output: out, Waited: wait, Plan: r.reportPlan})
	c.took = time.Since(start) - own.total()
}

// fit finds the tool of a call and converts the arguments to its schema, or sets a result with the reason why it can't.
func (r *runner) fit(c *call) {
	spec, tool, ok := r.offered.Find(c.record.Tool)
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

func (r *runner) notFound(name string) *notation.Error {
	names := r.offered.Names()
	msg := fmt.Sprintf("There is no tool %q.", name)
	if near := notation.Closest(name, names); len(near) > 0 {
		msg += " Did you mean " + strings.Join(near, " or ") + "?"
	}
	return &notation.Error{Code: notation.ToolNotFound, Tool: name, Message: msg + " The tools are: " + strings.Join(names, ", ") + "."}
}

// reportStart reports that a call begins.
func (r *runner) reportStart(c *call, s tools.Spec, a *tools.Action) {
	e := chat.ToolCallStart{
		ID: c.record.ID, Tool: c.record.Tool, Title: c.record.Tool, Kind: s.Kind, Args: c.record.Args, Reasoning: c.record.Reasoning,
	}
	if e.Kind == "" {
		e.Kind = tools.KindOther
	}
	if a != nil {
		e.Title, e.Locations = a.Title, a.Locations
	}
	r.emit(e)
}

// reportPlan reports the plan that the model has made or changed.
func (r *runner) reportPlan(entries []tools.PlanEntry) {
	p := chat.Plan{}
	for _, e := range entries {
		p.Entries = append(p.Entries, chat.PlanEntry(e))
	}
	r.emit(p)
}
