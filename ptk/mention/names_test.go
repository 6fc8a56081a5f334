package mention_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/mention"
	"ptk-lsp/ptk/symbol"
	"ptk-lsp/tools"
	"ptk-lsp/workspace"
	"ptk-lsp/workspace/search"
)

// tree creates files and returns a Resolver for the folders, which hides files named secret.
func tree(t *testing.T, files []string, folders ...string) *mention.Resolver {
	t.Helper()
	dir := t.TempDir()
	for _, name := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		text := ""
		if filepath.Base(path) == ".gitignore" {
			text = "built/\n*.log\n"
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(t.TempDir(), filepath.Join(dir, folders[0], "out")); err != nil {
		t.Skip(err)
	}
	var open []workspace.Folder
	for _, f := range folders {
		open = append(open, workspace.Folder{Path: filepath.Join(dir, f)})
	}
	ws, err := workspace.New(open, workspace.Disk{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := ws.Close(); err != nil {
			t.Error(err)
		}
	})
	look := func(root string) search.Options {
		return search.Options{Root: root, Skip: func(rel string, dir bool) bool { return !dir && strings.HasSuffix(rel, "secret") }}
	}
	return mention.NewResolver(ws, symbol.NewFinder(ws, look), tools.NewManager(nil, ws, tools.Options{}), look)
}

// Folders and patterns attach the names of files: not those that git ignores or that may hold secrets, none outside the workspace,
// and not too many. What is left out is told.
func TestNames(t *testing.T) {
	files := []string{
		"w/.gitignore", "w/a.go", "w/app.log", "w/built/x.go", "w/pots/blue.md", "w/pots/red.txt", "w/pots/old/green.md", "w/secret",
		"w/app/[id]/page.tsx", "w/dir./b", "outside.go",
	}
	for i := range 250 {
		files = append(files, fmt.Sprintf("w/many/%d/%d.c", i%2, i))
	}
	r := tree(t, files, "w")
	names := func(word string, names ...string) []chat.Attachment {
		return []chat.Attachment{{Name: word, Text: strings.Join(names, "\n")}}
	}
	outside := func(word string) []string {
		return []string{"@" + word + " was not attached: it is outside the folders of the workspace"}
	}
	for _, c := range []struct {
		message  string
		want     []chat.Attachment
		warnings []string
	}{
		{"in @pots", names("pots", "pots/blue.md", "pots/old/green.md", "pots/red.txt"), nil},
		{"in @pots/.", names("pots/", "pots/blue.md", "pots/old/green.md", "pots/red.txt"), nil},
		{`in @"pots/old"`, names("pots/old", "pots/old/green.md"), nil},
		{"like @pots/*.md?", names("pots/*.md", "pots/blue.md"), nil},
		{"like (@pots/**/*.{md,none}).", names("pots/**/*.{md,none}", "pots/blue.md", "pots/old/green.md"), nil},
		{"like @*.md", names("*.md", "pots/blue.md", "pots/old/green.md"), nil},
		{"see @dir./", names("dir./", "dir./b"), nil},
		{
			"all of @.",
			names(".", ".gitignore", "a.go", "app/ (1)", "dir./ (1)", "many/ (250)", "out", "pots/ (3)"),
			[]string{"@.: it has 258 files: each folder in it is attached as its number of files", "@.: files that may hold secrets were left out (1)"},
		},
		{
			"all of @many", names("many", "many/0/ (125)", "many/1/ (125)"),
			[]string{"@many: it has 250 files: each folder in it is attached as its number of files"},
		},
		{"see @built", names("built", "built/x.go"), nil}, // the user names it
		{"see @*.log", nil, []string{"@*.log was not attached: no file has such a name, or git ignores it"}},
		{"see @../*", nil, outside("../*")},
		{"see @pots/../../**", nil, outside("pots/../../**")},
		{"see @~/*", nil, outside("~/*")},
		{"see @/etc/*", nil, outside("/etc/*")},
		{"see @../outside.go", nil, outside("../outside.go")},
		{"see @out and @out/x", nil, append(outside("out"), outside("out/x")...)},
		{"see @$HOME/*, @`touch${IFS}x`*, @\"`touch x`*\" and @*$(touch${IFS}x)", nil, nil},
		{"def f(x, @g(*args)): @decorator @", nil, nil},
		{"see @" + strings.Repeat("*a", 13), nil, []string{"@" + strings.Repeat("*a", 13) + " was not attached: the pattern is too long"}},
		{"see @a[", nil, []string{`@a[ was not attached: "a[" is not a valid pattern`}},
	} {
		got, warnings := r.Resolve(t.Context(), c.message, nil, tools.Invocation{})
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%s: attachments (-want +got):\n%s", c.message, d)
		}
		if d := cmp.Diff(c.warnings, warnings); d != "" {
			t.Errorf("%s: warnings (-want +got):\n%s", c.message, d)
		}
	}

	got, warnings := r.Resolve(t.Context(), "see @many/**/*.c", nil, tools.Invocation{})
	want := []string{"@many/**/*.c: 50 of 250 names were left out"}
	if len(got) != 1 || strings.Count(got[0].Text, "\n") != 199 || !slices.Equal(warnings, want) {
		t.Errorf("%v %v", got, warnings)
	}
	if got, _ := r.Resolve(t.Context(), "see @app/[id]/page.tsx", nil, tools.Invocation{}); len(got) != 1 || got[0].Path == "" {
		t.Errorf("a file whose name looks like a pattern: %v", got)
	}
}

// With several folders names begin with that of their folder.
func TestNamesInSeveralFolders(t *testing.T) {
	r := tree(t, []string{"v/a.go", "w/a.go", "w/b/c.go"}, "v", "w")
	for message, want := range map[string]string{
		"@*.go": "v/a.go\nw/a.go\nw/b/c.go", "@w/*.go": "w/a.go", "@w/b": "w/b/c.go", "@b/": "w/b/c.go", "@w": "w/a.go\nw/b/c.go",
	} {
		got, warnings := r.Resolve(t.Context(), message, nil, tools.Invocation{})
		if len(got) != 1 || got[0].Text != want || warnings != nil {
			t.Errorf("%s: %v %v", message, got, warnings)
		}
	}
}

// A folder that an editor attaches becomes the names of its files.
func TestAttachedFolder(t *testing.T) {
	r := tree(t, []string{"w/pots/red.txt", "w/a.go"}, "w")
	seen, _ := r.Resolve(t.Context(), "@a.go", nil, tools.Invocation{})
	given := []chat.Attachment{{Path: filepath.Join(filepath.Dir(seen[0].Path), "pots")}, {Name: "note", Text: "x"}}
	got, warnings := r.Resolve(t.Context(), "look, also at @pots", given, tools.Invocation{})
	want := []chat.Attachment{{Name: "pots", Text: "pots/red.txt"}, {Name: "note", Text: "x"}}
	if d := cmp.Diff(want, got); d != "" || warnings != nil {
		t.Errorf("%v (-want +got):\n%s", warnings, d)
	}
}
