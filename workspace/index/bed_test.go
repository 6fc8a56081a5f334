package index

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// bed is a folder with its index.
type bed struct {
	t         *testing.T
	root, dir string
	x         *Index
	o         Options
}

func newBed(t *testing.T, files map[string]string) *bed {
	b := &bed{t: t, root: t.TempDir(), dir: t.TempDir()}
	b.o.Search.Root = b.root
	for name, text := range files {
		b.put(name, text)
	}
	b.open()
	t.Cleanup(func() { b.close() })
	b.refresh()
	return b
}

// put writes a file with a modification time that is old enough to be trusted.
func (b *bed) put(name, text string) {
	b.t.Helper()
	path := filepath.Join(b.root, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		b.t.Fatal(err)
	}
	long := time.Now().Add(-time.Hour + time.Duration(len(text))*time.Second)
	if err := os.Chtimes(path, long, long); err != nil {
		b.t.Fatal(err)
	}
}

func (b *bed) open() {
	b.t.Helper()
	x, err := Open(b.dir, b.o)
	if err != nil {
		b.t.Fatal(err)
	}
	b.x = x
}

func (b *bed) close() {
	b.t.Helper()
	if err := b.x.Close(); err != nil {
		b.t.Error(err)
	}
}

// refresh brings the index up to date and returns how many files were read.
func (b *bed) refresh() int {
	b.t.Helper()
	read := 0
	if err := b.x.Refresh(b.t.Context(), func(_, total int) { read = total }); err != nil {
		b.t.Fatal(err)
	}
	return read
}

// found returns the files of the hits, the best first.
func (b *bed) found(query string) []string {
	b.t.Helper()
	hits, err := b.x.Search(b.t.Context(), query, 10)
	if err != nil {
		b.t.Fatal(err)
	}
	out := []string{}
	for _, h := range hits {
		if !slices.Contains(out, h.Rel) {
			out = append(out, h.Rel)
		}
	}
	return out
}

func (b *bed) first(query, want string) {
	b.t.Helper()
	if got := b.found(query); len(got) == 0 || got[0] != want {
		b.t.Errorf("%q: got %q, want %s first", query, got, want)
	}
}
