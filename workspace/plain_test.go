package workspace_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"ptk-lsp/workspace"
)

// What a user reads about a file names no system call, and is still the error of the system.
func TestErrorsAreInPlainWords(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	w, err := workspace.New([]workspace.Folder{{Path: dir}}, workspace.Disk{})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	for path, want := range map[string]string{
		"none.go":    "none.go does not exist",
		"file/below": "file/below: not a directory",
	} {
		_, err := w.Read(t.Context(), path)
		if err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", path, err, want)
		}
		if path == "none.go" && !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%v is not fs.ErrNotExist", err)
		}
	}
}
