package workspace_test

import (
	"crypto/rand"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/workspace"
)

// The next write in a folder removes what a killed write left there, and nothing else.
func TestLeftoversOfKilledWritesAreRemoved(t *testing.T) {
	old, fresh := "sub/.ptk-"+rand.Text()+".tmp", "sub/.ptk-"+rand.Text()+".tmp"
	w, dir := open(t, map[string]string{old: "half", fresh: "half", "sub/.ptk-notes.tmp": "the user's", "sub/a": "1\n"})
	long := time.Now().Add(-time.Hour)
	for _, name := range []string{old, "sub/.ptk-notes.tmp"} {
		if err := os.Chtimes(filepath.Join(dir, name), long, long); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Write(t.Context(), workspace.Edit{Path: filepath.Join(dir, "sub/a"), Before: "1\n", After: "2\n"}); err != nil {
		t.Fatal(err)
	}
	var left []string
	entries, err := os.ReadDir(filepath.Join(dir, "sub"))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		left = append(left, "sub/"+e.Name())
	}
	want := []string{fresh, "sub/.ptk-notes.tmp", "sub/a"}
	if d := cmp.Diff(want, left); d != "" {
		t.Error(d)
	}
}
