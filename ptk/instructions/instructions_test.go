package instructions_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/ptk/instructions"
	"ptk-lsp/workspace"
)

// newReader returns a Reader over a folder with files ("name", "text", …), and the folder's path.
func newReader(t *testing.T, c instructions.Config, files ...string) (*instructions.Reader, string) {
	t.Helper()
	dir := t.TempDir()
	for i := 0; i < len(files); i += 2 {
		path := filepath.Join(dir, files[i])
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(files[i+1]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	ws, err := workspace.New([]workspace.Folder{{Path: dir}}, workspace.Disk{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := ws.Close(); err != nil {
			t.Error(err)
		}
	})
	c.Workspace = ws
	if c.LeftOut == nil {
		c.LeftOut = (&instructions.Skipped{}).Add
	}
	return instructions.NewReader(c), dir
}

func TestTop(t *testing.T) {
	user := t.TempDir()
	if err := os.WriteFile(filepath.Join(user, "AGENTS.md"), []byte(" mine \n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		config instructions.Config
		files  []string
		want   string
	}{
		"none":       {instructions.Config{}, nil, ""},
		"first name": {instructions.Config{}, []string{"AGENTS.md", "a", "CLAUDE.md", "c"}, "a"},
		"empty file": {instructions.Config{}, []string{"AGENTS.md", " \n", "CLAUDE.md", "c"}, "c"},
		"both":       {instructions.Config{UserDir: user}, []string{"AGENTS.md", "a"}, "mine\n\na"},
		"restricted": {instructions.Config{UserDir: user, Restricted: true}, []string{"AGENTS.md", "a"}, "mine"},
		"long":       {instructions.Config{}, []string{"AGENTS.md", "123456789"}, "12345\n(cut here)"},
	} {
		t.Run(name, func(t *testing.T) {
			r, _ := newReader(t, c.config, c.files...)
			if d := cmp.Diff(c.want, r.Top(t.Context(), 5)); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestNested(t *testing.T) {
	r, dir := newReader(t, instructions.Config{}, "AGENTS.md", "top", "a/AGENTS.md", "in a", "a/b/CLAUDE.md", "in b", "c/AGENTS.md", "in c")
	n := r.Nested()
	read := func(known string, files ...string) string {
		for i := range files {
			files[i] = filepath.Join(dir, files[i])
		}
		return n.Of(t.Context(), files, 1000, func(text string) bool { return strings.Contains(known, text) })
	}
	inA := "\n\n(For what is below a its a/AGENTS.md says, over what was said before:\nin a)"
	inB := "\n\n(For what is below a/b its a/b/CLAUDE.md says, over what was said before:\nin b)"
	if d := cmp.Diff(inA+inB, read("", "a/b/x.go", "y.go")); d != "" {
		t.Errorf("the nearest comes last: %s", d)
	}
	if got := read("", "a/z.go"); got != "" {
		t.Errorf("a folder is read again: %q", got)
	}
	if got := read("in c, (For what is below c its c/AGENTS.md says, over what was said before:\nin c)", "c/x.go"); got != "" {
		t.Errorf("the conversation has it already: %q", got)
	}
}

func TestSkipped(t *testing.T) {
	var s instructions.Skipped
	r, dir := newReader(t, instructions.Config{LeftOut: s.Add}, "AGENTS.md/x", "a folder", "CLAUDE.md", "c")
	if got := r.Check(t.Context()); !cmp.Equal(got, []string{filepath.Join(dir, "CLAUDE.md")}) {
		t.Errorf("read %q", got)
	}
	r.Check(t.Context())
	if got := s.Take(); len(got) != 1 || !strings.HasPrefix(got[0], filepath.Join(dir, "AGENTS.md")+" is left out: ") {
		t.Errorf("reported %q", got)
	}
	if got := s.Take(); got != nil {
		t.Errorf("reported again: %q", got)
	}
}
