package trigram

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"ptk-lsp/workspace/search"
	"ptk-lsp/workspace/segment"
)

// FuzzSegment opens hostile files: they are refused, or queries of them end.
func FuzzSegment(f *testing.F) {
	b := newTestBuilder(f)
	if err := errors.Join(b.add("a/b.go", search.Stamp{Size: 9}, []byte("package b\n")),
		b.add("a/c.go", search.Stamp{}, []byte("func readFile() {}\n"))); err != nil {
		f.Fatal(err)
	}
	path := filepath.Join(f.TempDir(), "base-00000001")
	if err := b.save(f.Context(), path); err != nil {
		f.Fatal(err)
	}
	if err := b.temp.Close(); err != nil {
		f.Fatal(err)
	}
	good, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Add(good[:len(good)/2])
	f.Fuzz(func(t *testing.T, data []byte) {
		path := filepath.Join(t.TempDir(), "base-00000001")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := openSegment(path)
		if err != nil {
			if !errors.Is(err, segment.ErrCorrupt) {
				t.Error(err)
			}
			return
		}
		defer s.Close()
		if _, err := s.files(textQuery("readFile")); err != nil && !errors.Is(err, segment.ErrCorrupt) {
			t.Error(err)
		}
	})
}
