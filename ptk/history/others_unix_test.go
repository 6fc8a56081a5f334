//go:build unix

package history_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ptk-lsp/ptk/history"
)

// A history that others may have changed is still used; the user is warned, and the files are made private again.
func TestAHistoryThatOthersCanWrite(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ptk", "history", "x.db")
	s := history.New(path)
	if _, _, err := s.List(t.Context(), history.Page{}); err != nil {
		t.Fatal(err)
	}
	if n := s.Notices(); len(n) > 0 {
		t.Errorf("notices about a new file: %q", n)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o666); err != nil {
		t.Fatal(err)
	}
	s = history.New(path)
	defer s.Close()
	if _, _, err := s.List(t.Context(), history.Page{}); err != nil {
		t.Fatal(err)
	}
	if n := strings.Join(s.Notices(), "\n"); !strings.Contains(n, "can be written by others") || !strings.Contains(n, path) {
		t.Errorf("notices: %q", n)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info.Mode(), err)
	}
}
