package turn_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
)

// stopTest is a turn that ends only when its context does.
type stopTest struct {
	name       string
	script     answers
	events     string
	content    string
	requests   int
	iterations int
}

// TestStopped stops a turn at each stage, by the user and by its timeout.
func TestStopped(t *testing.T) {
	const called = "iteration 1 tool_call 0\ncall look\nresult look true\n"
	for _, tt := range []stopTest{
		{"before the answer", answers{{hang()}}, "start\niteration 1 text 0\n", "", 1, 1},
		{"in the text", answers{{text("Half"), hang()}}, "start\ntext Half\niteration 1 text 0\n", "Half", 1, 1},
		{
			"after the provider has tried again",
			answers{{text("Lost"), retry(), text("Half"), hang()}},
			"start\ntext Lost\nretry\ntext Half\niteration 1 text 0\n", "Half", 1, 1,
		},
		{
			"after a call",
			answers{{text("I look.\n"), call("look"), hangAfter(1)}},
			"start\ntext I look.\n" + called, "I look.", 1, 1,
		},
		{
			"in a native call",
			answers{{native(0, "1", "look", "{}"), native(1, "2", "look", "{"), hangAfter(1)}},
			"start\n" + called, "", 1, 1,
		},
		{
			"while a call runs",
			answers{{text("I wait.\n"), call("wait")}},
			"start\ntext I wait.\niteration 1 tool_call 0\ncall wait\nresult wait false\n", "I wait.", 1, 1,
		},
		{
			"in the second answer",
			answers{{call("look")}, {text("Half"), hang()}},
			"start\n" + called + "text Half\niteration 2 text 1\n", "Half", 2, 2,
		},
		{
			"after a smaller request",
			answers{{fail(llm.KindOverflow)}, {text("Half"), hang()}},
			"start\nwarning compacted\ntext Half\niteration 1 text 0\n", "Half", 2, 1,
		},
	} {
		t.Run(tt.name+", by the user", func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			b := newBench(t, slices.Clone(tt.script), nil) // the second model is not asked
			b.earlier(t, 6)
			b.onHang = cancel
			r, events := b.run(t, ctx, "What is here?")
			if !r.Cancelled || r.Error != nil {
				t.Errorf("cancelled %v, error %v", r.Cancelled, r.Error)
			}
			tt.check(t, b, r, events)
		})
		t.Run(tt.name+", by the timeout", func(t *testing.T) {
			for timeout, reached := 50*time.Millisecond, false; !reached; timeout *= 2 { // a busy machine may take longer to get there
				b := newBench(t, slices.Clone(tt.script), nil)
				b.earlier(t, 6)
				b.onHang = func() { reached = true }
				b.limits.Turn = timeout
				r, events := b.run(t, t.Context(), "What is here?")
				if r.Cancelled || r.Error == nil || r.Error.Code != chat.Timeout || !strings.Contains(r.Error.Message, timeout.String()) {
					t.Errorf("cancelled %v, error %v", r.Cancelled, r.Error)
				}
				if reached {
					tt.check(t, b, r, events)
				}
			}
		})
	}
}

// check checks the result and the events of a turn that was stopped, and that another one can follow.
func (tt stopTest) check(t *testing.T, b *bench, r *chat.Result, events []chat.Event) {
	t.Helper()
	if d := cmp.Diff(tt.events, shape(events)); d != "" {
		t.Errorf("events (-want +got):\n%s", d)
	}
	if n := len(b.models[0].requests); n != tt.requests || r.Success || r.Iterations != tt.iterations || r.Content != tt.content {
		t.Errorf("%d requests, success %v, %d iterations, content %q", n, r.Success, r.Iterations, r.Content)
	}
	b.models[0].answers = answers{{text("Done.")}}
	b.limits = chat.DefaultLimits()
	if r, _ := b.run(t, t.Context(), "And now?"); !r.Success {
		t.Errorf("the next turn: %v", r.Error)
	}
}

func TestStoppedBeforeTheFirstRequest(t *testing.T) {
	b := newBench(t, nil, nil)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r, events := b.run(t, ctx, "What is here?"); !r.Cancelled || r.Error != nil || shape(events) != "start\n" {
		t.Errorf("%+v after %s", r, shape(events))
	}
}

// A turn that is cancelled while it makes its last request is cancelled, and has not failed because of its limit.
func TestStoppedAtTheLastRequest(t *testing.T) {
	b := newBench(t, answers{{call("look")}})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	b.limits.MaxIterations = 1
	b.on = func(e chat.Event) {
		if _, ok := e.(chat.ToolResult); ok {
			cancel()
		}
	}
	if r, _ := b.run(t, ctx, "What is here?"); !r.Cancelled || r.Error != nil {
		t.Errorf("cancelled %v, error %v", r.Cancelled, r.Error)
	}
}
