package postings

import (
	"encoding/binary"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/workspace/repomap"
)

// chunksWith returns the chunks of a word's list, from 0.
func chunksWith(t *testing.T, s *Segment, word string) []int {
	t.Helper()
	n, list, err := s.List(word)
	if err != nil {
		t.Fatal(err)
	}
	var out []int
	for at := 0; len(list) > 0; {
		step, k := binary.Uvarint(list)
		_, l := binary.Uvarint(list[k:])
		at, list = at+int(step), list[k+l:]
		out = append(out, at-1)
	}
	if n != len(out) {
		t.Errorf("%q is in %d chunks, the list has %d", word, n, len(out))
	}
	return out
}

func TestSegmentReturnsWhatWasAdded(t *testing.T) {
	b := NewBuilder()
	b.Remove("gone.go")
	b.Add(File{Rel: "a/read.go", Size: 40, Modified: 7}, []byte("package a\n\n// ReadFile reads.\nfunc ReadFile() {}\n"))
	b.Add(File{Rel: "b.go", Size: 30}, []byte("package b\n\nfunc other() { a.ReadFile() }\n"))
	path := filepath.Join(t.TempDir(), "segment-00000001")
	if err := b.Save(path); err != nil {
		t.Fatal(err)
	}
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	want := []File{{Rel: "gone.go", Deleted: true}, {Rel: "a/read.go", Size: 40, Modified: 7}, {Rel: "b.go", Size: 30, First: 1}}
	if diff := cmp.Diff(want, s.Files); diff != "" {
		t.Error(diff)
	}
	for word, want := range map[string][]int{
		"readfil": nil, "readfile": {0, 1}, "read": {0, 1}, "other": nil, "oth": {1},
		"aaa": nil, "zzz": nil,
	} {
		if diff := cmp.Diff(want, chunksWith(t, s, word)); diff != "" {
			t.Errorf("%q: %s", word, diff)
		}
	}
	if at, err := s.Lines(0); err != nil || at != (Span{1, 4}) || s.FileOf(1) != 2 || s.ChunksOf(0) != 0 {
		t.Errorf("got %v, %v; chunk 1 is of file %d", at, err, s.FileOf(1))
	}
	refs := map[string]int{}
	symbols, err := s.Symbols([]bool{true, false, true}, refs)
	if diff := cmp.Diff([]repomap.Symbol{{File: "a/read.go", Name: "ReadFile"}}, symbols); diff != "" || err != nil ||
		refs["ReadFile"] != 2 {
		t.Error(diff, err, refs)
	}
}
