//go:build unix

package workspace_test

import (
	"errors"
	"path/filepath"
	"testing"

	"ptk-lsp/workspace"
	"ptk-lsp/workspace/workspacetest"
)

// openIn makes a workspace in an editor.
func openIn(t *testing.T, files map[string]string) (*workspace.Workspace, *workspacetest.Editor, string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		put(t, filepath.Join(dir, name), text)
	}
	ed := &workspacetest.Editor{}
	w, err := workspace.New([]workspace.Folder{{Path: dir}}, ed)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	return w, ed, dir
}

func TestBufferComesFirst(t *testing.T) {
	w, ed, dir := openIn(t, map[string]string{"a": "disk\n", "bin": "\x00"})
	for _, name := range []string{"a", "new", "bin"} {
		ed.Open(filepath.Join(dir, name), "buffer\n")
		text, err := w.Read(t.Context(), name)
		if err != nil || text.Content != "buffer\n" || !text.Dirty || text.Version != 1 || text.Binary ||
			text.Hash != workspace.Hash("buffer\n") {
			t.Errorf("%s: got %+v, %v", name, text, err)
		}
	}
	dirty, err := w.Dirty(t.Context())
	if err != nil || len(dirty) != 3 || dirty[filepath.Join(dir, "new")] != "buffer\n" {
		t.Errorf("got %v, %v", dirty, err)
	}
}

func TestWriteGoesThroughTheEditor(t *testing.T) {
	w, ed, dir := openIn(t, map[string]string{"saved": "1\n", "unsaved": "1\n", "closed": "1\n"})
	ed.Open(filepath.Join(dir, "saved"), "1\n")
	ed.Open(filepath.Join(dir, "unsaved"), "2\n")
	for name, c := range map[string]struct{ before, disk string }{
		"saved": {"1\n", "new\n"}, "unsaved": {"2\n", "1\n"},
		"closed": {"1\n", "new\n"},
	} {
		text, err := w.Read(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Write(t.Context(), workspace.Edit{Path: name, Before: c.before, After: "new\n", Version: text.Version}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if got := onDisk(t, filepath.Join(dir, name)); got != c.disk {
			t.Errorf("%s: the disk has %q", name, got)
		}
		if text, err := w.Read(t.Context(), name); err != nil || text.Content != "new\n" {
			t.Errorf("%s: %+v, %v", name, text, err)
		}
	}
	if n := len(ed.Edits()); n != 2 {
		t.Errorf("%d edits in the editor, want 2", n)
	}
}

func TestWriteToLinkedBuffer(t *testing.T) {
	w, ed, dir := openIn(t, map[string]string{"real": "1\n"})
	link(t, "real", filepath.Join(dir, "link"))
	ed.Open(filepath.Join(dir, "real"), "unsaved\n")
	text, err := w.Read(t.Context(), "link")
	if err != nil || text.Content != "unsaved\n" {
		t.Fatalf("got %+v, %v", text, err)
	}
	if err := w.Write(t.Context(), workspace.Edit{Path: "link", Before: "unsaved\n", After: "new\n", Version: text.Version}); err != nil ||
		len(ed.Edits()) != 1 {
		t.Errorf("got %v, %v", err, ed.Edits())
	}
}

func TestUnsavedFileIsNotRemoved(t *testing.T) {
	w, ed, dir := openIn(t, map[string]string{"a": "1\n"})
	ed.Open(filepath.Join(dir, "a"), "2\n")
	if err := w.Delete(t.Context(), "a", workspace.Hash("2\n")); !errors.Is(err, workspace.ErrUnsaved) {
		t.Errorf("got %v", err)
	}
	if err := w.Move(t.Context(), "a", "b", workspace.Hash("2\n")); !errors.Is(err, workspace.ErrUnsaved) {
		t.Errorf("got %v", err)
	}
}
