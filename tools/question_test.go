//go:build unix

package tools_test

import (
	"strings"
	"testing"

	"ptk-lsp/tools"
	"ptk-lsp/workspace"
)

// The command is shown exactly and completely, apart from the model's description of it.
func TestQuestionsTellTheCommandWhole(t *testing.T) {
	for _, c := range []struct{ name, command, title string }{
		{"a short one", "touch a", "Run: touch a"},
		{"lines and hidden characters", "touch a\ntouch \x1b[2Jb\u202e\x00", "Run: touch a␊touch ␛[2Jb⟨U+202E⟩␀"},
		{
			"one of 10,000 lines", "touch a" + strings.Repeat("\ntouch b", 10_000),
			"Run: touch a" + strings.Repeat("␊touch b", 36) + "␊touc… (80007 characters)",
		},
		{
			"one line of a megabyte", "touch " + strings.Repeat("x", 1<<20),
			"Run: touch " + strings.Repeat("x", 294) + "… (1048582 characters)",
		},
	} {
		r, _ := newShell(t, nil)
		r.say = workspace.Answer{Decision: workspace.Reject}
		r.fails("bash", map[string]string{"command": c.command, "description": "(harmless)"}, tools.PermissionError, "did not agree")
		if len(r.asked) != 1 {
			t.Fatalf("%s: asked %d times", c.name, len(r.asked))
		}
		q := r.asked[0]
		if q.Command != c.command || q.Description != "(harmless)" || q.Title != c.title {
			t.Errorf("%s: the command is %d bytes, the description %q, the title %q", c.name, len(q.Command), q.Description, q.Title)
		}
	}
}
