package turn_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
)

// attemptTest is a turn in which requests fail. Each model has a window of 32,000 tokens if windows does not set another.
type attemptTest struct {
	name     string
	earlier  int // turns with long answers before this one
	windows  []int
	fallback string // names, separated by spaces; "" for all models after the first, in order
	scripts  []answers

	events     string
	model      string // the last one
	requests   string // number for each model
	iterations int
	content    string
	code       chat.ErrorCode
}

func TestAttempts(t *testing.T) {
	done := []step{text("Done.")}
	for _, tt := range []attemptTest{
		{
			name: "the first answer", scripts: []answers{{done}, nil},
			events: "start\ntext Done.\niteration 1 text 0\n", model: "a", requests: "1 0", iterations: 1, content: "Done.",
		},
		{
			name: "a chain of fallbacks", scripts: []answers{{{fail(llm.KindAuth)}}, {{fail(llm.KindServer)}}, {done}},
			events: "start\nretry b\nretry c\ntext Done.\niteration 1 text 0\n",
			model:  "c", requests: "1 1 1", iterations: 1, content: "Done.",
		},
		{
			name: "an unknown fallback and the model itself are passed over", fallback: "none a b",
			scripts: []answers{{{fail(llm.KindAuth)}}, {done}},
			events:  "start\nwarning fallback\nretry b\ntext Done.\niteration 1 text 0\n",
			model:   "b", requests: "1 1", iterations: 1, content: "Done.",
		},
		{
			name: "all fail", scripts: []answers{{{fail(llm.KindAuth)}}, {{fail(llm.KindServer)}}},
			events: "start\nretry b\niteration 1 text 0\n", model: "b", requests: "1 1", iterations: 1, code: chat.LLMCallFailed,
		},
		{
			name: "text of a failed model does not count", scripts: []answers{{{text("Half"), fail(llm.KindServer)}}, {done}},
			events: "start\ntext Half\nretry b\ntext Done.\niteration 1 text 0\n",
			model:  "b", requests: "1 1", iterations: 1, content: "Done.",
		},
		{
			name: "text before the last failure stays", scripts: []answers{{{text("Half"), fail(llm.KindServer)}}},
			events: "start\ntext Half\niteration 1 text 0\n",
			model:  "a", requests: "1", iterations: 1, content: "Half", code: chat.LLMCallFailed,
		},
		{
			name: "the provider tries again", scripts: []answers{{{text("Half"), retry(), text("Done.")}}},
			events: "start\ntext Half\nretry\ntext Done.\niteration 1 text 0\n",
			model:  "a", requests: "1", iterations: 1, content: "Done.",
		},
		{
			name:    "an answer without end",
			scripts: []answers{{{text(strings.Repeat(" ", 4<<20)), text("more"), hang()}}, {done}},
			events:  "start\ntext more\nretry b\ntext Done.\niteration 1 text 0\n",
			model:   "b", requests: "1 1", iterations: 1, content: "Done.",
		},
	} {
		t.Run(tt.name, tt.run)
	}
}

func TestAttemptsTooLarge(t *testing.T) {
	done, refused := []step{text("Done.")}, []step{fail(llm.KindOverflow)}
	for _, tt := range []attemptTest{
		{
			name: "a smaller request fits", earlier: 6, scripts: []answers{{refused, done}, nil},
			events: "start\nwarning compacted\ntext Done.\niteration 1 text 0\n",
			model:  "a", requests: "2 0", iterations: 1, content: "Done.",
		},
		{
			name: "refused twice, and a larger window takes over", earlier: 6, windows: []int{32000, 32000, 64000},
			scripts: []answers{{refused, refused}, nil, {done}},
			events:  "start\nwarning compacted\nretry c\ntext Done.\niteration 1 text 0\n",
			model:   "c", requests: "2 0 1", iterations: 1, content: "Done.",
		},
		{
			name: "refused twice, without a fallback", earlier: 6, scripts: []answers{{refused, refused}},
			events: "start\nwarning compacted\niteration 1 text 0\n",
			model:  "a", requests: "2", iterations: 1, code: chat.ContextOverflow,
		},
		{
			name: "no smaller request, and a larger window takes over", windows: []int{32000, 64000},
			scripts: []answers{{refused}, {done}},
			events:  "start\nretry b\ntext Done.\niteration 1 text 0\n", model: "b", requests: "1 1", iterations: 1, content: "Done.",
		},
		{
			name: "no smaller request, and no larger window", windows: []int{32000, 16000}, scripts: []answers{{refused}, nil},
			events: "start\niteration 1 text 0\n", model: "a", requests: "1 0", iterations: 1, code: chat.ContextOverflow,
		},
		{
			name: "an unknown window may be larger", windows: []int{32000, 0}, scripts: []answers{{refused}, {done}},
			events: "start\nretry b\ntext Done.\niteration 1 text 0\n", model: "b", requests: "1 1", iterations: 1, content: "Done.",
		},
		{
			name: "each model gets a smaller request", earlier: 6,
			scripts: []answers{{{fail(llm.KindAuth)}}, {refused, done}},
			events:  "start\nretry b\nwarning compacted\ntext Done.\niteration 1 text 0\n",
			model:   "b", requests: "1 2", iterations: 1, content: "Done.",
		},
		{
			name: "refused after some text", earlier: 6, scripts: []answers{{{text("Half"), fail(llm.KindOverflow)}, done}},
			events: "start\ntext Half\nwarning compacted\nretry\ntext Done.\niteration 1 text 0\n",
			model:  "a", requests: "2", iterations: 1, content: "Done.",
		},
	} {
		t.Run(tt.name, tt.run)
	}
}

func TestAttemptsAfterCalls(t *testing.T) {
	done := []step{text("Done.")}
	const called = "start\niteration 1 tool_call 0\ncall look\nresult look true\n"
	for _, tt := range []attemptTest{
		{
			name: "the next model continues", scripts: []answers{{{call("look"), fail(llm.KindServer)}}, {done}},
			events: called + "retry b\ntext Done.\niteration 2 text 1\n", model: "b", requests: "1 1", iterations: 2, content: "Done.",
		},
		{
			name: "without a fallback", scripts: []answers{{{text("I look.\n"), call("look"), fail(llm.KindServer)}}},
			events: strings.Replace(called, "start\n", "start\ntext I look.\n", 1),
			model:  "a", requests: "1", iterations: 1, content: "I look.", code: chat.LLMCallFailed,
		},
		{
			name: "refused as too large, a smaller request follows", earlier: 6,
			scripts: []answers{{{call("look"), fail(llm.KindOverflow)}, done}},
			events:  called + "warning compacted\ntext Done.\niteration 2 text 1\n",
			model:   "a", requests: "2", iterations: 2, content: "Done.",
		},
		{
			name: "refused as too large, a larger window takes over", windows: []int{32000, 64000},
			scripts: []answers{{{call("look"), fail(llm.KindOverflow)}}, {done}},
			events:  called + "retry b\ntext Done.\niteration 2 text 1\n", model: "b", requests: "1 1", iterations: 2, content: "Done.",
		},
		{
			name: "refused as too large, nothing helps", scripts: []answers{{{call("look"), fail(llm.KindOverflow)}}},
			events: called, model: "a", requests: "1", iterations: 1, code: chat.ContextOverflow,
		},
		{
			name: "the provider tries again", scripts: []answers{{{call("look"), retry(), text("not read")}, done}},
			events: called + "text Done.\niteration 2 text 1\n", model: "a", requests: "2", iterations: 2, content: "Done.",
		},
		{
			name: "the provider tries again, with a call half written", // the model can write it again
			scripts: []answers{{
				{call("look"), text("<PTK_CALL>\n{\"tool\": \"wait\", \"args\": {"), retry(), text("not read")},
				done,
			}},
			events: called + "text Done.\niteration 2 text 1\n", model: "a", requests: "2", iterations: 2, content: "Done.",
		},
		{
			name: "the provider tries again, with a native call half written",
			scripts: []answers{{
				{native(0, "1", "look", "{}"), native(1, "2", "wait", ""), retry(), text("not read")},
				done,
			}},
			events: called + "text Done.\niteration 2 text 1\n", model: "a", requests: "2", iterations: 2, content: "Done.",
		},
	} {
		t.Run(tt.name, tt.run)
	}
}

func (tt attemptTest) run(t *testing.T) {
	b := newBench(t, tt.scripts...)
	for i, w := range tt.windows {
		b.models[i].route.Window = w
	}
	if tt.fallback != "" {
		b.models[0].route.Fallback = strings.Fields(tt.fallback)
	}
	b.earlier(t, tt.earlier)
	r, events := b.run(t, t.Context(), "What is here?")
	if d := cmp.Diff(tt.events, shape(events)); d != "" {
		t.Errorf("events (-want +got):\n%s", d)
	}
	var requests []string
	for _, m := range b.models {
		requests = append(requests, fmt.Sprint(len(m.requests)))
	}
	if got := strings.Join(requests, " "); got != tt.requests {
		t.Errorf("%s requests, want %s", got, tt.requests)
	}
	var code chat.ErrorCode
	if r.Error != nil {
		code = r.Error.Code
	}
	if r.Model != tt.model || r.Iterations != tt.iterations || r.Content != tt.content || code != tt.code || r.Success != (code == "") {
		t.Errorf("model %s, %d iterations, content %q, error %v", r.Model, r.Iterations, r.Content, r.Error)
	}
	calls := strings.Count(tt.events, "\ncall look\n")
	if len(r.ToolCalls) != calls {
		t.Errorf("the result has %d calls, want %d", len(r.ToolCalls), calls)
	}
	if kept := strings.Count(results(b.c.Messages), "a heron"); kept != calls {
		t.Errorf("the conversation has %d results, want %d", kept, calls)
	}
	if calls > 0 && r.Success && !strings.Contains(fmt.Sprint(b.lastRequest()), "a heron") {
		t.Error("the last request does not have the result of the call")
	}
}

func results(messages []chat.Message) string {
	var b strings.Builder
	for _, m := range messages {
		for _, r := range m.Results {
			b.Write(r.Body)
		}
	}
	return b.String()
}

// lastRequest returns the last request to the last model that got one.
func (b *bench) lastRequest() (last llm.Request) {
	for _, m := range b.models {
		if n := len(m.requests); n > 0 {
			last = m.requests[n-1]
		}
	}
	return last
}

func TestNothingIsSentThatCannotFit(t *testing.T) {
	long := strings.Repeat("much too long ", 3000)
	b := newBench(t, nil, nil)
	b.models[0].route.Window, b.models[1].route.Window = 100, 80 // too small for any message
	r, events := b.run(t, t.Context(), long)
	if r.Error == nil || r.Error.Code != chat.ContextOverflow || r.Error.Suggestion == "" || shape(events) != "start\n" {
		t.Errorf("%v after %s", r.Error, shape(events))
	}
	if d := cmp.Diff(chat.Usage{}, r.Usage); d != "" {
		t.Errorf("usage (-want +got):\n%s", d)
	}
	b = newBench(t, nil, nil, answers{{text("Done.")}})
	b.models[0].route.Window, b.models[1].route.Window = 4000, 2000
	if r, events = b.run(t, t.Context(), long); !r.Success || r.Model != "c" {
		t.Errorf("%v after %s", r.Error, shape(events))
	}
}

// Only answers that have begun are charged, each at the price of its model.
func TestAttemptsUsage(t *testing.T) {
	for _, tt := range []struct {
		name    string
		scripts []answers
		in, out int
		cost    float64
	}{
		{"refused", []answers{{{fail(llm.KindAuth)}}, {{text("Done."), usage(10, 2)}}}, 10, 2, 120},
		{"after calls", []answers{{{usage(100, 20), call("look"), fail(llm.KindServer)}}, {{text("Done."), usage(10, 2)}}}, 110, 22, 240},
		{"each request", []answers{{{call("look"), usage(100, 20)}, {text("Done."), usage(200, 30)}}}, 300, 50, 350},
		{"the last failure", []answers{{{text("Half"), usage(100, 20), fail(llm.KindServer)}}}, 100, 20, 120},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := newBench(t, tt.scripts...)
			b.models[0].route.Price = chat.Price{Input: 1e6, Output: 1e6}
			if len(b.models) > 1 {
				b.models[1].route.Price = chat.Price{Input: 10e6, Output: 10e6}
			}
			r, _ := b.run(t, t.Context(), "What is here?")
			if u := r.Usage; u.InputTokens != tt.in || u.OutputTokens != tt.out || u.CostUSD != tt.cost || u.Estimated {
				t.Errorf("%+v", u)
			}
		})
	}
}
