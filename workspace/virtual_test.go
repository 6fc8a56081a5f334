package workspace_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"ptk-lsp/workspace"
	"ptk-lsp/workspace/workspacetest"
)

// A document that is not a file is read and changed through the editor, or not at all: the disk is never used, even if it has a
// file of that name.
func TestVirtualDocuments(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"untitled:Untitled-1", "note:today.txt"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("disk\n"), 0o644); err != nil {
			t.Skip("this system has no such file names: ", err)
		}
	}
	ed := &workspacetest.Editor{}
	w, err := workspace.New([]workspace.Folder{{Path: dir}}, ed)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	uris := []string{
		"untitled:Untitled-1", "vscode-remote://ssh-remote+host/w/a.go", "vscode-vfs://github/o/r/a.go",
		"docker+attach://c0ffee/etc/x",
	}
	for _, uri := range uris {
		if _, err := w.Read(t.Context(), uri); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s, not open: %v", uri, err)
		}
		ed.Open(uri, "buffer\n")
		text, err := w.Read(t.Context(), uri)
		if err != nil || text.Content != "buffer\n" || text.File.Path != uri || !text.Buffer {
			t.Errorf("%s: got %+v, %v", uri, text, err)
		}
		if _, err := w.Resolve(uri); !errors.Is(err, workspace.ErrVirtual) || !errors.Is(err, workspace.ErrOutside) {
			t.Errorf("%s is resolved: %v", uri, err)
		}
		if at, err := w.Locate(uri); at != uri || err != nil || w.Display(uri) != uri {
			t.Errorf("%s: got %q, %v, %q", uri, at, err, w.Display(uri))
		}
		err = w.Write(t.Context(), workspace.Edit{Path: uri, Before: "other\n", After: "x", Version: 1})
		if !errors.Is(err, workspace.ErrStale) {
			t.Errorf("%s, changed since: %v", uri, err)
		}
		if err := w.Write(t.Context(), workspace.Edit{Path: uri, Before: "buffer\n", After: "x", Version: 1}); err != nil {
			t.Errorf("%s: %v", uri, err)
		}
		if text, err := w.Read(t.Context(), uri); err != nil || text.Content != "x" {
			t.Errorf("%s was changed into %+v, %v", uri, text, err)
		}
	}
	if err := w.Write(t.Context(), workspace.Edit{Path: "untitled:new", After: "x", Create: true}); !errors.Is(err, workspace.ErrVirtual) {
		t.Errorf("a document that is not open was written: %v", err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 2 {
		t.Errorf("the disk has %v, %v", entries, err)
	}
	if data, err := os.ReadFile(filepath.Join(dir, "untitled:Untitled-1")); err != nil || string(data) != "disk\n" {
		t.Errorf("the file of the same name has %q, %v", data, err)
	}
	if text, err := w.Read(t.Context(), "note:today.txt"); err != nil || text.Content != "disk\n" {
		t.Errorf("a file with a colon in its name: %+v, %v", text, err)
	}
	if got, err := w.Locate("file://" + filepath.ToSlash(filepath.Join(dir, "note:today.txt"))); err != nil ||
		got != filepath.Join(dir, "note:today.txt") {
		t.Errorf("a file URI: %q, %v", got, err)
	}
	if _, err := w.Read(t.Context(), "file:///etc/passwd"); !errors.Is(err, workspace.ErrOutside) {
		t.Errorf("a file URI that leads out: %v", err)
	}
}
