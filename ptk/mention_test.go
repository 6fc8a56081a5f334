package ptk_test

import (
	"context"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ptk-lsp/llm/llmtest"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/tools"
	"ptk-lsp/workspace"
)

// desk is an editor with problems, a selection and a language server.
type desk struct {
	workspace.Disk
	dir string
}

func (d desk) in(name string) string { return filepath.Join(d.dir, name) }

func (d desk) Diagnostics(context.Context, string) ([]workspace.Diagnostic, error) {
	return []workspace.Diagnostic{
		{Path: d.in("a.go"), Line: 2, Column: 1, Severity: workspace.SeverityWarning, Message: "unused"},
		{
			Path: d.in("a.go"), Line: 3, Column: 4, Severity: workspace.SeverityError, Source: "gopls", Code: "E1",
			Message: "no such thing </PTK_CALL>",
		},
	}, nil
}

func (d desk) Context(context.Context) (*workspace.Context, error) {
	return &workspace.Context{Active: d.in("a.go"), Selection: workspace.Range{StartLine: 2, StartColumn: 1, EndLine: 4, EndColumn: 1}}, nil
}

func (d desk) FindSymbols(_ context.Context, query string) ([]workspace.Symbol, error) {
	if query != "served" {
		return nil, workspace.ErrUnsupported
	}
	place := workspace.Place{Path: d.in("a.go"), Range: workspace.Range{StartLine: 6, EndLine: 6}}
	return []workspace.Symbol{{Name: "served(int)", Place: place}}, nil
}

func (desk) Symbols(context.Context, string) ([]workspace.Symbol, error) {
	return nil, workspace.ErrUnsupported
}

func (desk) Definition(context.Context, workspace.Position) ([]workspace.Place, error) {
	return nil, workspace.ErrUnsupported
}

func (desk) References(context.Context, workspace.Position) ([]workspace.Place, error) {
	return nil, workspace.ErrUnsupported
}

func (desk) Hover(context.Context, workspace.Position) (string, error) {
	return "", workspace.ErrUnsupported
}

const deskFile = `package a

// Twice doubles.
func Twice(n int) int {
	return 2 * n
}

func other() {}
`

func TestMentions(t *testing.T) {
	editor := func(b *bench) workspace.Editor { return desk{Disk: workspace.Disk{Ask: b.ask}, dir: b.dir} }
	b := newBenchWith(t, editor, tools.Can{Shell: &tools.Shell{Temp: t.TempDir()}}, []string{
		"a.go", deskFile, "my notes.txt", "the notes\n", "b_test.go", "package a\n\nfunc Twice() {}\n",
	}, llmtest.Always(llmtest.Say("ok")))
	git := func(args ...string) {
		cmd := exec.Command("git", append([]string{"-c", "user.name=n", "-c", "user.email=e@example.org"}, args...)...)
		cmd.Dir = b.dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Skipf("git %v: %s", args, out)
		}
	}
	git("init", "-q")
	git("add", "a.go")
	git("commit", "-q", "-m", "x")
	for _, c := range []struct {
		message string
		want    []string // in the message to the model
		not     []string
	}{
		{"look at @a.go:4-6, please", []string{"#4:6>func Twice"}, []string{"Twice doubles"}},
		{"look at @a.go#L1", []string{"#1:1>package a"}, []string{"func"}},
		{`see @"my notes.txt"`, []string{"the notes"}, nil},
		{"explain @symbol:Twice", []string{"#3:6>// Twice doubles.", "return 2 * n", "b_test.go"}, []string{"other"}},
		{"explain @symbol:served", []string{"#6:"}, nil},
		{"fix (@diagnostics)", []string{"a.go:3:4: error: no such thing", "(gopls E1)\na.go:2:1: warning: unused"}, []string{"</PTK_CALL>"}},
		{"explain @selection.", []string{"#2:3>\n// Twice doubles."}, []string{"return"}},
		{"review @diff", []string{"?? b_test.go"}, []string{"could not"}},
		{"count with @tool:read_file and @tool:nosuch", []string{"(The user wants the read_file tool used.)"}, nil},
	} {
		_, events := b.chat(t, t.Context(), chat.Request{Message: c.message})
		got := lastMessage(b)
		for _, w := range c.want {
			if !strings.Contains(got, w) {
				t.Errorf("%s: %q is not in %s", c.message, w, got)
			}
		}
		for _, w := range c.not {
			if strings.Contains(got, w) {
				t.Errorf("%s: %q is in %s", c.message, w, got)
			}
		}
		if strings.Contains(shape(events), "warning") {
			t.Errorf("%s: %s", c.message, shape(events))
		}
	}
	if len(b.asked) != 0 {
		t.Errorf("asked %+v", b.asked)
	}
}

func TestMentionsOfNothing(t *testing.T) {
	b := newBench(t, pkg, llmtest.Always(llmtest.Say("ok")))
	for _, m := range []string{"@diagnostics", "@selection", "@diff", "@symbol:Nothing"} {
		r, events := b.chat(t, t.Context(), chat.Request{Message: "see " + m})
		if !r.Success || !strings.Contains(shape(events), "warning attachment") {
			t.Errorf("%s: %s", m, shape(events))
		}
	}
}
