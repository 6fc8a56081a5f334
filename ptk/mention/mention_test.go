package mention_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/mention"
	"ptk-lsp/ptk/symbol"
	"ptk-lsp/tools"
	"ptk-lsp/workspace"
	"ptk-lsp/workspace/search"
)

// editor has a file open with a selection of whole lines.
type editor struct {
	workspace.Disk
	dir string
}

func (e editor) Context(context.Context) (*workspace.Context, error) {
	return &workspace.Context{
		Active:    filepath.Join(e.dir, "a.go"),
		Selection: workspace.Range{StartLine: 2, StartColumn: 1, EndLine: 4, EndColumn: 1},
	}, nil
}

func newResolver(t *testing.T) (*mention.Resolver, string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"a.go": "package a\n\nfunc F() {\n\tg()\n}\n", "my notes.txt": "notes\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	ws, err := workspace.New([]workspace.Folder{{Path: dir}}, editor{dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := ws.Close(); err != nil {
			t.Error(err)
		}
	})
	look := func(root string) search.Options { return search.Options{Root: root} }
	symbols := symbol.NewFinder(ws, look)
	return mention.NewResolver(ws, symbols, tools.NewManager(nil, ws, tools.Options{}), look), dir
}

func TestResolve(t *testing.T) {
	r, dir := newResolver(t)
	code := filepath.Join(dir, "a.go")
	given := chat.Attachment{Name: "clipboard", Text: "x"}
	for _, c := range []struct {
		message  string
		want     []chat.Attachment // beside the given one
		warnings []string
	}{
		{"plain text, a@a.go and @nobody", nil, nil},
		{"see @a.go, and @a.go:2 again", []chat.Attachment{{Path: code}}, nil},
		{"see (@a.go:2-3).", []chat.Attachment{{Path: code, StartLine: 2, EndLine: 3}}, nil},
		{`see @"my notes.txt"`, []chat.Attachment{{Path: filepath.Join(dir, "my notes.txt")}}, nil},
		{"see @symbol:F", []chat.Attachment{{Path: code, StartLine: 3, EndLine: 5}}, nil},
		{"see @symbol:G", nil, []string{"@symbol:G was not attached: the workspace has no definition of that name"}},
		{"see @selection", []chat.Attachment{{Path: code, StartLine: 2, EndLine: 3}}, nil},
		{"see @diff", nil, []string{"@diff was not attached: no commands can be run here"}},
		{"use @tool:read_file", nil, nil},
	} {
		got, warnings := r.Resolve(t.Context(), c.message, []chat.Attachment{given}, tools.Invocation{})
		if d := cmp.Diff(append([]chat.Attachment{given}, c.want...), got); d != "" {
			t.Errorf("%s: attachments (-want +got):\n%s", c.message, d)
		}
		if d := cmp.Diff(c.warnings, warnings); d != "" {
			t.Errorf("%s: warnings (-want +got):\n%s", c.message, d)
		}
	}
}

func TestToolRequest(t *testing.T) {
	offered := func(name string) bool { return slices.Contains([]string{"read_file", "bash"}, name) }
	for message, want := range map[string]string{
		"use @tool:read_file, then @tool:bash and @tool:bash": "\n\n(The user wants the read_file and bash tool used.)",
		"use @tool:nosuch": "",
		"use tool:bash":    "",
	} {
		if got := mention.ToolRequest(message, offered); got != want {
			t.Errorf("%s: got %q", message, got)
		}
	}
}

// What the editor has attached as the selection is not attached again, and lines that are no longer selected are enough.
func TestSelectionOfTheEditor(t *testing.T) {
	r, dir := newResolver(t)
	code := filepath.Join(dir, "a.go")
	lines := chat.Attachment{Path: code, StartLine: 2, EndLine: 3}
	for name, c := range map[string]struct{ given, want []chat.Attachment }{
		"none": {nil, []chat.Attachment{lines}},
		"exact": {
			[]chat.Attachment{{Name: "selection of a.go:3-3", Text: "F()"}},
			[]chat.Attachment{{Name: "selection of a.go:3-3", Text: "F()"}},
		},
		"lines":   {[]chat.Attachment{lines}, []chat.Attachment{lines}},
		"another": {[]chat.Attachment{{Name: "clipboard", Text: "x"}}, []chat.Attachment{{Name: "clipboard", Text: "x"}, lines}},
	} {
		got, warnings := r.Resolve(t.Context(), "see @selection", c.given, tools.Invocation{})
		if d := cmp.Diff(c.want, got); d != "" || len(warnings) > 0 {
			t.Errorf("%s: %q (-want +got):\n%s", name, warnings, d)
		}
	}
}
