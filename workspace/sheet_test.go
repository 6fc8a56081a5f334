package workspace_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/workspace"
)

func TestSheet(t *testing.T) {
	for _, c := range []struct {
		name string
		q    workspace.Question
		want string
	}{
		{"a command: the risk, all of it, the other arguments, the model's words", workspace.Question{
			Tool: "bash", Title: "Run: a…", Risk: "It deletes files.", Command: "ls\nThe model says why:\n\x1b[2Jrm -rf \u202ex\x00\n",
			Rule: "run rm",
			Args: []byte(`{"command": "ls", "description": "looks", "timeout": 9, "working_dir": "a\u202eb"}`), Description: "looks\nAllow?",
			Reasoning: "why not\r",
		}, `It deletes files.
The tool bash would run:
│ ls
│ The model says why:
│ ␛[2Jrm -rf ⟨U+202E⟩x␀
timeout: 9
working_dir: a⟨U+202E⟩b
Always would mean: run rm
The model says what it does:
│ looks
│ Allow?
The model says why:
│ why not␍`},
		{"a change", workspace.Question{
			Tool: "write_file", Title: "Write a\n.txt", Args: []byte(`{"content": "x"}`),
			Diff: []workspace.FileDiff{{Unified: "--- a\n+++ b\n@@ -1 +1 @@\n-a\u200b\n+\tb\n"}},
		}, "Write a␊.txt\n--- a\n+++ b\n@@ -1 +1 @@\n-a⟨U+200B⟩\n+\tb"},
		{"other arguments, in their order", workspace.Question{
			Title: "server: tool", Args: []byte(`{"z": {"b": [1, "\u202e"]}, "command": "x\ny", "n\n": null}`),
		}, "server: tool\nz: {\"b\": [1, \"\\u202e\"]}\ncommand:\n│ x\n│ y\nn␊: null"},
		{"arguments that can't be read", workspace.Question{Title: "t", Args: []byte(`[1`)}, "t"},
	} {
		if diff := cmp.Diff(c.want, strings.Join(c.q.Sheet(), "\n")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// A hostile question takes time linear in its length.
func TestSheetOfALongCommand(t *testing.T) {
	q := workspace.Question{Tool: "bash", Command: strings.Repeat("x\x00", 1<<19) + strings.Repeat("\ny", 10_000)}
	if n := len(q.Sheet()); n != 10_002 {
		t.Errorf("%d lines", n)
	}
}
