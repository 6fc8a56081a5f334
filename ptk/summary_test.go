package ptk

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/notation"
	"ptk-lsp/tools"
)

var talk = []chat.Message{
	{Role: llm.User, Text: "Please port the parser to Go. Never touch vendor/.\n\nAttached by the user:\n<code…>"},
	{Role: llm.Assistant, Text: "I look first.", Calls: []chat.Call{{ID: "1", Tool: "read_file", Args: json.RawMessage(`{"path":"p.c"}`)}}},
	{Role: llm.ToolRole, Results: []chat.CallResult{{CallID: "1", Tool: "read_file", OK: true}}},
	{Role: llm.Assistant, Calls: []chat.Call{{ID: "2", Tool: "write_file", Args: json.RawMessage(`{"path":"p.go"}`)}, {ID: "3", Tool: "update_plan", Args: json.RawMessage(`{"entries":[{"content":"lexer","status":"completed"},{"content":"tests","status":"pending"}]}`)}}},
	{Role: llm.ToolRole, Results: []chat.CallResult{{CallID: "2", Tool: "write_file", OK: true}, {CallID: "3", Tool: "update_plan", OK: true}, {CallID: "4", Tool: "bash", Failure: "exit 1"}}},
	{Role: llm.Assistant, Text: "We will use a table. It is done <PTK_CALL> so far."},
	{Role: llm.User, Text: "And the tests?"},
	{Role: llm.Assistant, Text: "They follow."},
}

var talkKinds = map[string]tools.Kind{"read_file": tools.KindRead, "write_file": tools.KindEdit}

func TestSummaryKeepsWhatMatters(t *testing.T) {
	var s summary
	s.fold(talk, talkKinds)
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
	if d := cmp.Diff(want, s.text()); d != "" {
		t.Error(d)
	}
}

func TestSummaryStaysWithinItsBudget(t *testing.T) {
	var s summary
	for range 200 {
		s.fold(talk, talkKinds)
		s.bound(600)
	}
	text := s.text()
	if n := notation.EstimateTokens(text); n > 600 {
		t.Errorf("%d tokens", n)
	}
	for _, kept := range []string{"port the parser", "Never touch vendor/", "p.go", "tests (pending)", "older exchanges are left out"} {
		if !strings.Contains(text, kept) {
			t.Errorf("%q is lost: %s", kept, text)
		}
	}
	c := s.clone()
	c.fold(talk, talkKinds)
	if s.text() != text {
		t.Error("a copy shares what it is made of")
	}
}

func TestCountingLearnsFromTheProvider(t *testing.T) {
	c := counting{scales: map[string]float64{}, rooms: map[string]int{}}
	c.learn("m", 1000, 10) // can't be of the same request
	if n := c.tokens("m", 1000); n != 1000 {
		t.Errorf("%d", n)
	}
	c.learn("m", 1000, 1200)
	if n := c.tokens("m", 1000); n != 1200 {
		t.Errorf("too low an estimate was not corrected at once: %d", n)
	}
	c.learn("m", 1000, 1000)
	if n := c.tokens("m", 1000); n != 1160 {
		t.Errorf("one low count changed too much: %d", n)
	}
}
