package index

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"ptk-lsp/workspace/index/postings"
	"ptk-lsp/workspace/segment"
)

// FuzzSegment opens hostile files: they are searched, or refused.
func FuzzSegment(f *testing.F) {
	b := postings.NewBuilder()
	b.Add(postings.File{Rel: "a/b.go", Size: 9}, []byte("package b\n\nfunc readFile() {}\n"))
	b.Remove("gone.go")
	path := filepath.Join(f.TempDir(), "segment-00000001")
	if err := b.Save(path); err != nil {
		f.Fatal(err)
	}
	good, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Add(good[:len(good)/2])
	f.Fuzz(func(t *testing.T, data []byte) {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "segment-00000001"), data, 0o600); err != nil {
			t.Fatal(err)
		}
		x, err := Open(dir, Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer x.Close()
		if _, err := x.Search(t.Context(), "read file", 5); err != nil && !errors.Is(err, segment.ErrCorrupt) {
			t.Error(err)
		}
		if _, err := x.Map(t.Context()); err != nil && !errors.Is(err, segment.ErrCorrupt) {
			t.Error(err)
		}
	})
}
