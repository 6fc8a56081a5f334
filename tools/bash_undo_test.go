//go:build unix

package tools_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/tools"
	"ptk-lsp/workspace"
	"ptk-lsp/workspace/journal"
)

// newUndo returns a room whose commands are in a journal, and functions that undo and redo.
func newUndo(t *testing.T, files map[string]string) (r *room, undo, redo func() []journal.FileStatus) {
	t.Helper()
	r, s := newShell(t, files)
	j, err := journal.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	r.m = tools.NewManager(tools.Builtin(tools.Can{Shell: s, Journal: j}), r.ws, tools.Options{})
	put := func(f func(context.Context, *workspace.Workspace, journal.Turn) ([]journal.FileStatus, error)) func() []journal.FileStatus {
		return func() []journal.FileStatus {
			t.Helper()
			back, err := f(t.Context(), r.ws, journal.Turn{Conversation: "c", ID: "t"})
			if err != nil {
				t.Fatal(err)
			}
			return back
		}
	}
	return r, put(j.Undo), put(j.Redo)
}

func TestCreatedFilesCanBeUndone(t *testing.T) {
	r, undo, redo := newUndo(t, map[string]string{".gitignore": "out/\n*.log\n", "a.txt": "a\n"})
	res := r.call(
		"bash",
		`{"command": "mkdir -p sub out; printf '1\\n2\\n' > sub/new.txt; echo k > kept.txt; echo o > out/built; echo l > x.log; echo s > .env; printf 'a\\0b' > raw.bin; ln -s a.txt link"}`,
	)
	if d := cmp.Diff(any([]any{"kept.txt", "sub/new.txt"}), object(t, res)["created_files"]); d != "" {
		t.Error(d)
	}
	if len(res.Changes) != 2 || res.Changes[1].Kind != "create" || res.Changes[1].Added != 2 {
		t.Errorf("%+v", res.Changes)
	}
	if err := os.WriteFile(filepath.Join(r.dir, "kept.txt"), []byte("the user's\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		back := undo()
		if _, err := os.Stat(filepath.Join(r.dir, "sub", "new.txt")); err == nil || r.disk("kept.txt") != "the user's\n" ||
			r.disk("out/built") != "o\n" || r.disk(".env") != "s\n" {
			t.Errorf("after the undo: %+v", back)
		}
		redo()
		if r.disk("sub/new.txt") != "1\n2\n" {
			t.Error("it does not come back")
		}
	}
}

// Files that git creates are git's to remove, and too many files are not noted.
func TestCreatedFilesThatAreNotNoted(t *testing.T) {
	r, _, _ := newUndo(t, nil)
	r.ok(
		"bash",
		`{"command": "git init -q . && git config user.email a@b && git config user.name n && echo 1 > one && git add . && git commit -qm 1 && git checkout -q -b other && echo 2 > two && git add . && git commit -qm 2 && git checkout -q -"}`,
	)
	for _, command := range []string{"git checkout -q other", "for i in $(seq 201); do echo $i > many$i; done"} {
		res := r.call("bash", `{"command": "`+command+`"}`)
		if len(res.Changes) != 0 || !res.Success() {
			t.Errorf("%s: %+v %v", command, res.Changes, res.Err)
		}
	}
	if r.disk("two") != "2\n" || r.disk("many201") != "201\n" {
		t.Error("the commands did not do it")
	}
}

func TestChangedFilesCanBeUndone(t *testing.T) {
	r, s := newShell(t, map[string]string{"a.txt": "one\ntwo\n", "gone.txt": "x\n", "unknown.txt": "y\n"})
	j, err := journal.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	r.m = tools.NewManager(tools.Builtin(tools.Can{Shell: s, Journal: j}), r.ws, tools.Options{})
	r.ok("read", `{"file_paths": ["a.txt", "gone.txt"]}`)
	res := r.call("bash", `{"command": "sed -i s/two/2/ a.txt; rm gone.txt; echo z > unknown.txt"}`)
	got := object(t, res)
	if d := cmp.Diff(any([]any{"a.txt", "gone.txt"}), got["changed_files"]); d != "" || len(res.Changes) != 2 {
		t.Errorf("%s %+v", d, res.Changes)
	}
	r.fails("edit_file", `{"path": "a.txt", "old_string": "2", "new_string": "3"}`, tools.UserError, "has changed since")
	if _, err := j.Undo(t.Context(), r.ws, journal.Turn{Conversation: "c", ID: "t"}); err != nil {
		t.Fatal(err)
	}
	if r.disk("a.txt") != "one\ntwo\n" || r.disk("gone.txt") != "x\n" || r.disk("unknown.txt") != "z\n" {
		t.Errorf("%q %q %q", r.disk("a.txt"), r.disk("gone.txt"), r.disk("unknown.txt"))
	}
}
