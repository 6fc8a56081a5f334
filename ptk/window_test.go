package ptk_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/llm"
	"ptk-lsp/llm/llmtest"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/history"
	"ptk-lsp/ptk/notation"
)

// counted returns the tokens of a request as the scripted model counts them, which is more than the estimate.
func counted(r llmtest.Request) int {
	n := 0
	for _, m := range r.Messages {
		n += notation.EstimateTokens(m.Content) + 4
		for _, c := range m.ToolCalls {
			n += notation.EstimateTokens(c.Arguments)
		}
	}
	return n * 12 / 10
}

// windowed is a model that refuses requests larger than its window and reports what it counted.
func windowed(t *testing.T, window int, refused *int, reply func(r llmtest.Request) []llmtest.Step) llmtest.Reply {
	return llmtest.Always(llmtest.React(func(r llmtest.Request) llmtest.Reply {
		if err := checkCalls(r.Messages); err != nil {
			t.Errorf("request %d is invalid: %v", r.N, err)
		}
		n := counted(r)
		if n > window {
			*refused++
			return llmtest.Fail(400, `{"error":{"message":"This model's maximum context length is exceeded","code":"context_length_exceeded"}}`)
		}
		return llmtest.Stream(append(reply(r), llmtest.Usage(llm.Usage{InputTokens: n, OutputTokens: 20}))...)
	}))
}

func TestLongConversationStaysInWindow(t *testing.T) {
	turns := 500
	if testing.Short() {
		turns = 120
	}
	const window = 16_000
	big := strings.Repeat("func f(a int) (int, error) { return a + 1, nil } // adds\n", 400)
	refused, changed := 0, 0
	var before []llm.Message
	b := newBench(t, []string{"big.go", big}, windowed(t, window, &refused, func(r llmtest.Request) []llmtest.Step {
		n := min(len(before), len(r.Messages))
		if !cmp.Equal(before[:n], r.Messages[:n]) || n < len(before) {
			changed++
		}
		before = r.Messages
		if last := r.Last().Content; r.N%3 == 0 && !strings.HasPrefix(last, "PTK_") {
			return []llmtest.Step{llmtest.Text("I look.\n" + call("read_file", `{"path":"big.go"}`))}
		}
		return []llmtest.Step{llmtest.Text(strings.Repeat("That is answered at some length. ", 20))}
	}))
	b.models.route.Window = window
	req := chat.Request{Message: "We deploy on Thursdays; the code word is heliotrope. Help me with the release."}
	for i := range turns {
		result, _ := b.chat(t, t.Context(), req)
		if !result.Success {
			t.Fatalf("turn %d: %+v", i, result.Error)
		}
		question := fmt.Sprintf("Question %d: %s", i, strings.Repeat("what about the next part of it? ", 10))
		req = chat.Request{ConversationID: result.ConversationID, Message: question}
	}
	requests := b.server.Requests()
	last := requests[len(requests)-1]
	if !slices.ContainsFunc(last.Messages, func(m llm.Message) bool { return strings.Contains(m.Content, "heliotrope") }) {
		t.Error("the fact of the first turn is lost")
	}
	if refused > 0 {
		t.Errorf("%d requests were too large", refused)
	}
	if changed > turns*3/10 { // each third turn adds a result of a quarter of the window
		t.Errorf("the beginning of the prompt changed %d times in %d turns", changed, turns)
	}
	_, past, err := b.Conversation(t.Context(), req.ConversationID)
	if err != nil || len(past) != turns || !strings.Contains(past[0].Message, "heliotrope") {
		t.Errorf("what the user sees was shortened: %d turns, %v", len(past), err)
	}
	t.Logf("%d requests, the prompt's beginning changed %d times", len(requests), changed)
}

func TestLongTurnStaysInWindow(t *testing.T) {
	const window = 12_000
	refused := 0
	b := newBench(t, pkg, windowed(t, window, &refused, func(r llmtest.Request) []llmtest.Step {
		if r.N < 9 {
			text := strings.Repeat(fmt.Sprintf("line %d of it\\n", r.N), 300)
			return []llmtest.Step{llmtest.Text(call("write_file", fmt.Sprintf(`{"path":"f%d.txt","content":"%s"}`, r.N, text)))}
		}
		return []llmtest.Step{llmtest.Text("all written")}
	}))
	b.models.route.Window = window
	result, events := b.chat(t, t.Context(), chat.Request{Message: "write nine files"})
	if !result.Success || refused > 0 || len(result.Changes) != 9 {
		t.Errorf("%+v, %d refused", result.Error, refused)
	}
	if n := strings.Count(shape(events), "warning compacted"); n == 0 {
		t.Error("the compaction was not reported")
	}
}

func TestTooLargeRequestIsNotSent(t *testing.T) {
	b := newBench(t, pkg, llmtest.Say("fine"))
	b.models.route.Window = 300 // less than the system prompt takes
	result, _ := b.chat(t, t.Context(), chat.Request{Message: strings.Repeat("much too long ", 3000)})
	if result.Error == nil || result.Error.Code != chat.ContextOverflow || result.Error.Suggestion == "" || len(b.server.Requests()) != 0 {
		t.Errorf("%+v, %d requests", result.Error, len(b.server.Requests()))
	}
}

func TestTooLargeMessageIsCut(t *testing.T) {
	b := newBench(t, pkg, llmtest.Say("fine"))
	b.models.route.Window = 4000
	message := "The first word is wombat. " + strings.Repeat("much too long ", 3000) + "The last word is heliotrope."
	result, events := b.chat(t, t.Context(), chat.Request{Message: message})
	if !result.Success || !strings.Contains(shape(events), "warning message_cut") {
		t.Errorf("%+v\n%s", result.Error, shape(events))
	}
	r := b.server.Requests()[0]
	if got := r.Last().Content; !strings.Contains(got, "wombat") || !strings.Contains(got, "heliotrope") || counted(r) > 4000 {
		t.Errorf("%d tokens: %.200q", counted(r), got)
	}
}

func TestRefusedRequestIsCompactedOnce(t *testing.T) {
	refused, window := 0, 100_000
	b := newBench(t, pkg, llmtest.Always(llmtest.React(func(r llmtest.Request) llmtest.Reply {
		if counted(r) > window {
			refused++
			return llmtest.Fail(400, `{"error":{"message":"maximum context length exceeded","code":"context_length_exceeded"}}`)
		}
		return llmtest.Say(strings.Repeat("word ", 300))
	})))
	b.models.route.Window = 0 // unknown
	req := chat.Request{Message: "the first"}
	for range 20 {
		r, _ := b.chat(t, t.Context(), req)
		req = chat.Request{ConversationID: r.ConversationID, Message: strings.Repeat("and more ", 50)}
	}
	window = counted(b.server.Requests()[12])
	r, events := b.chat(t, t.Context(), req)
	if !r.Success || refused != 1 || r.Iterations != 1 || !strings.Contains(shape(events), "warning compacted") {
		t.Errorf("refused %d times, %d iterations, %+v", refused, r.Iterations, r.Error)
	}
	window = 10 // smaller than any request
	r, _ = b.chat(t, t.Context(), req)
	if r.Success || r.Error.Code != chat.ContextOverflow || refused > 3 {
		t.Errorf("refused %d times: %+v", refused, r.Error)
	}
}

func TestCompact(t *testing.T) {
	b := newBench(t, pkg, llmtest.Always(llmtest.Say(strings.Repeat("Because of the tests we will use the second form. ", 30))))
	v := victim{Dir: b.dir, History: filepath.Join(t.TempDir(), "w.db"), URL: b.server.URL}
	m := v.manager(history.New(v.History))
	req := chat.Request{Message: "Remember: tabs, not spaces."}
	for i := range 6 {
		r, err := m.Chat(t.Context(), req, func(chat.Event) {})
		must(err)
		req = chat.Request{ConversationID: r.ConversationID, Message: fmt.Sprintf("Part %d", i)}
	}
	before, after, err := m.Compact(t.Context(), req.ConversationID)
	if err != nil || after >= before*2/3 {
		t.Errorf("%d tokens became %d: %v", before, after, err)
	}
	_, turns, err := m.Conversation(t.Context(), req.ConversationID)
	if err != nil || len(turns) != 6 {
		t.Error("what the user sees was shortened")
	}
	_, err = m.Chat(t.Context(), req, func(chat.Event) {})
	must(err)
	must(m.Close())
	m = v.manager(history.New(v.History))
	_, err = m.Chat(t.Context(), req, func(chat.Event) {})
	must(err)
	must(m.Close())
	requests := b.server.Requests()
	one, two := requests[6].Messages, requests[7].Messages
	if len(one) != 4 || !strings.Contains(one[1].Content, "tabs, not spaces") || !strings.Contains(one[1].Content, "second form") {
		t.Errorf("%d messages: %s", len(one), one[1].Content)
	}
	if d := cmp.Diff(one, two[:len(one)]); d != "" {
		t.Errorf("the summary differs after a restart:\n%s", d)
	}
}

func TestHistoryTokens(t *testing.T) {
	b := newBench(t, pkg, llmtest.Always(llmtest.Say(strings.Repeat("word ", 200))))
	b.SetLimits(chat.Limits{HistoryTokens: 2000})
	req := chat.Request{Message: "x"}
	for range 30 {
		r, _ := b.chat(t, t.Context(), req)
		req = chat.Request{ConversationID: r.ConversationID, Message: "and on"}
	}
	for _, r := range b.server.Requests() {
		system := notation.EstimateTokens(r.System())
		if n := counted(r)*10/12 - system; n > 2100 {
			t.Fatalf("request %d has a history of %d tokens", r.N, n)
		}
	}
}

// A small window is not filled by the descriptions of the tools.
func TestSmallWindow(t *testing.T) {
	refused := 0
	b := newBench(t, pkg, windowed(t, 4096, &refused, func(llmtest.Request) []llmtest.Step { return []llmtest.Step{llmtest.Text("fine")} }))
	b.models.route.Window = 4096
	result, _ := b.chat(t, t.Context(), chat.Request{Message: "hello"})
	system := b.server.Requests()[0].System()
	if n := notation.EstimateTokens(system); !result.Success || refused > 0 || n > 2500 || !strings.Contains(system, "read_file") {
		t.Errorf("%d tokens of system prompt: %+v", n, result.Error)
	}
}
