package prompt_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/prompt"
	"ptk-lsp/tools"
)

// logTurn is a question with a long result, a log.
func logTurn(t *testing.T) prompt.Conversation {
	t.Helper()
	body, err := json.Marshal(map[string]string{"output": strings.Repeat("ok  example.com/wombat 0.1s\n", 1000) + "FAIL: TestLast"})
	if err != nil {
		t.Fatal(err)
	}
	return prompt.Conversation{Messages: []chat.Message{
		{N: 1, Turn: "a", Role: llm.User, Text: "Test it."},
		{N: 2, Turn: "a", Role: llm.ToolRole, Results: []chat.CallResult{{CallID: "c", Tool: "bash", OK: true, Body: body}}},
	}}
}

// A result is as large as its budget, as the provider counts, and its end arrives.
func TestResultsFitAsTheProviderCounts(t *testing.T) {
	for _, window := range []int{4096, 8192, 32768} {
		for _, counted := range []int{600, 1000, 1600} {
			b := newBuilder(chat.Route{Name: "m", Window: window}, chat.Limits{})
			b.Kinds = map[string]tools.Kind{"bash": tools.KindExecute}
			b.Counter.Learn("m", 1000, counted)
			result := b.Request(logTurn(t)).Messages[2].Content
			budget, got := min(window/4, 8000), b.Tokens(result)
			if got < budget*8/10 || got > budget*21/20 || !strings.Contains(result, "FAIL: TestLast") {
				t.Errorf("window %d, %d tokens for 1000: got %d of %d", window, counted, got, budget)
			}
		}
	}
}

// A request begins with the same bytes as the one before, even if the provider's counts vary a little.
func TestSmallChangesOfTheScaleChangeNothing(t *testing.T) {
	b := newBuilder(chat.Route{Name: "m", Window: 8192}, chat.Limits{})
	b.Counter.Learn("m", 1000, 1190)
	before := b.Request(logTurn(t))
	for _, counted := range []int{1200, 1180, 1210, 1175} {
		b.Counter.Learn("m", 1000, counted)
	}
	if d := cmp.Diff(before, b.Request(logTurn(t))); d != "" {
		t.Errorf("the request has changed (-before +now):\n%.1000s", d)
	}
}
