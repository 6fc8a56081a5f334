package transcript

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/ptk/chat"
	"ptk-lsp/tools"
	"ptk-lsp/workspace"
)

func TestMarkdown(t *testing.T) {
	at := time.Date(2026, 3, 4, 10, 11, 0, 0, time.UTC)
	turn := Turn{
		Started: at, Message: "Mend it.\n\nAll of it.", Mode: chat.ModePlan,
		Attachments: []chat.Attachment{{Path: "/w/a.go", StartLine: 3, EndLine: 9}, {Name: "note"}},
		Events: []chat.Event{
			chat.TurnStart{},
			chat.Plan{Entries: []chat.PlanEntry{{Content: "look", Status: "pending"}}},
			chat.Text{Text: "I look.\n"},
			chat.ToolCallStart{ID: "1", Title: "Read a.go", Kind: tools.KindRead},
			chat.ToolCallStart{ID: "2", Title: "Read b.go", Kind: tools.KindRead},
			chat.ToolResult{ID: "1", Tool: "read_file", Result: &tools.Result{Preview: []string{"x"}}},
			chat.ToolResult{ID: "2", Tool: "read_file", Result: &tools.Result{
				Err: &tools.Error{Type: tools.UserError, Message: "b.go is\nnot there."},
			}},
			chat.ToolCallStart{ID: "3", Title: "Edit a.go", Kind: tools.KindEdit},
			chat.ToolResult{ID: "3", Tool: "edit_file", Result: &tools.Result{Diff: &workspace.FileDiff{Unified: "-a\n+```\n"}}},
			chat.ToolCallStart{ID: "4", Title: "Run: go test", Kind: tools.KindExecute},
			chat.ToolResult{ID: "4", Tool: "bash", Result: &tools.Result{Preview: []string{"ok"}}},
			chat.UserMessage{Text: "and the tests"},
			chat.Plan{Entries: []chat.PlanEntry{
				{Content: "look", Status: "completed"}, {Content: "mend", Status: "in_progress"}, {Content: "test"},
			}},
			chat.Text{Text: "Done."},
			chat.Warning{Code: "x", Message: "watch out"},
		},
		Result: &chat.Result{
			Usage: chat.Usage{InputTokens: 900, OutputTokens: 40, CostUSD: 0.0012}, Duration: 61 * time.Second,
			Error: &chat.Error{Code: chat.Timeout, Message: "late"},
		},
	}
	want := `# Mending

*2026-03-04 10:11 · p/m · 1 turn*

## You

*2026-03-04 10:11 · plan*

Mend it.

All of it.

- attached: /w/a.go, lines 3 to 9
- attached: note

## Assistant

I look.

- Read a.go
- Read b.go — failed: b.go is not there.
- Edit a.go

  ` + "````" + `diff
  -a
  +` + "```" + `
  ` + "````" + `

- Run: go test

  ` + "```" + `text
  ok
  ` + "```" + `

## You

and the tests

## Assistant

Plan:

- [x] look
- [ ] mend *(in progress)*
- [ ] test

Done.

*watch out*

*TIMEOUT: late*

*900 tokens in, 40 out · $0.0012 · 1m1s*
`
	if d := cmp.Diff(want, Markdown(Info{Title: "Mending", Created: at, Model: "p/m"}, []Turn{turn})); d != "" {
		t.Error(d)
	}
}
