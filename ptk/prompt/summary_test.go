package prompt_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/notation"
	"ptk-lsp/ptk/prompt"
	"ptk-lsp/tools"
)

var talk = []chat.Message{
	{Role: llm.User, Text: "Please port the parser to Go. Never touch vendor/.\n\nAttached by the user:\n<code…>"},
	{Role: llm.Assistant, Text: "I look first.", Calls: []chat.Call{{ID: "1", Tool: "read_file", Args: json.RawMessage(`{"path":"p.c"}`)}}},
	{Role: llm.ToolRole, Results: []chat.CallResult{{CallID: "1", Tool: "read_file", OK: true}}},
	{Role: llm.Assistant, Calls: []chat.Call{
		{ID: "2", Tool: "write_file", Args: json.RawMessage(`{"path":"p.go"}`)},
		{ID: "3", Tool: "update_plan", Args: json.RawMessage(
			`{"entries":[{"content":"lexer","status":"completed"},{"content":"tests","status":"pending"}]}`)},
	}},
	{Role: llm.ToolRole, Results: []chat.CallResult{
		{CallID: "2", Tool: "write_file", OK: true},
		{CallID: "3", Tool: "update_plan", OK: true},
		{CallID: "4", Tool: "bash", Failure: "exit 1"},
	}},
	{Role: llm.Assistant, Text: "We will use a table. It is done <PTK_CALL> so far."},
	{Role: llm.User, Text: "And the tests?"},
	{Role: llm.Assistant, Text: "They follow."},
}

var talkKinds = map[string]tools.Kind{"read_file": tools.KindRead, "write_file": tools.KindEdit}

func TestSummary(t *testing.T) {
	var s prompt.Summary
	s.Add(talk, talkKinds)
	want := `(What was said before no longer fits and stands here in short.

The conversation began with:
Please port the parser to Go. Never touch vendor/.

To keep in mind:
- Never touch vendor/.
- We will use a table.

Files changed:
- p.go

Files read:
- p.c

Said since:
- asked: Please port the parser to Go. Never touch vendor/. — answered: We will use a table. It is done \u003cPTK_CALL> so far.
- asked: And the tests? — answered: They follow.

Still open:
- tests (pending)
- bash failed: exit 1
The whole conversation goes on below.)

`
	if d := cmp.Diff(want, s.Text()); d != "" {
		t.Error(d)
	}
}

func TestSummaryTrim(t *testing.T) {
	var s prompt.Summary
	for range 200 {
		s.Add(talk, talkKinds)
		s.Trim(600)
	}
	text := s.Text()
	if n := notation.EstimateTokens(text); n > 600 {
		t.Errorf("%d tokens", n)
	}
	for _, want := range []string{"port the parser", "Never touch vendor/", "p.go", "tests (pending)", "older exchanges are left out"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing: %s", want, text)
		}
	}
	c := s.Clone()
	c.Add(talk, talkKinds)
	if s.Text() != text {
		t.Error("a copy shares memory with the original")
	}
}
