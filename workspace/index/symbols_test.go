package index

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ptk-lsp/workspace/search"
)

func TestMapOfReferences(t *testing.T) {
	b := newBed(t, map[string]string{
		"store/order.go": "package store\n\n// PlaceOrder does.\nfunc PlaceOrder() {}\n\nfunc lonelyOne() {}\n",
		"http/a.go":      "package http\n\nfunc serveA() { store.PlaceOrder() }\n",
		"http/b.go":      "package http\n\nfunc serveB() { store.PlaceOrder(); serveA() }\n",
		"README.md":      "# A shop\n\ntype placeOrder is called by http.\n",
		".gitignore":     "*.gen.go\n",
		"x.gen.go":       "package x\n\nfunc hiddenThing() { hiddenThing() }\n",
	})
	m, err := b.x.Map(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := "5 files; in folders: http/ 2, store/ 1\nhttp/a.go: serveA\nstore/order.go: PlaceOrder"
	if got := m.Text(500); got != want {
		t.Errorf("got %q", got)
	}
	b.put("store/order.go", "package store\n\nfunc Sell() {}\n")
	b.refresh()
	if m, err = b.x.Map(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := m.Text(500); strings.Contains(got, "PlaceOrder") {
		t.Errorf("a name that is gone: %q", got)
	}
}

// mapped waits until the set's map contains the text.
func mapped(t *testing.T, s *Set, want string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	for ctx.Err() == nil {
		if got := s.Map(1000); strings.Contains(got, want) {
			return got
		}
		time.Sleep(time.Millisecond)
	}
	t.Fatalf("never mapped %s: %q", want, s.Map(1000))
	return ""
}

func TestSetMapsItsFolders(t *testing.T) {
	b, c := &bed{t: t, root: t.TempDir()}, &bed{t: t, root: t.TempDir()}
	b.put("d/x.go", "package x\n\nfunc readAardvark() {}\n")
	b.put("d/y.go", "package x\n\nfunc other() { readAardvark() }\n")
	b.put(".env", "TOKEN=1\n")
	c.put("z.go", "package z\n")
	s := NewSet(SetOptions{
		Cache: t.TempDir(), Failed: func(root string, err error) { t.Errorf("%s: %v", root, err) },
		Options: func(root string) Options {
			return Options{Search: search.Options{Root: root, Skip: func(rel string, _ bool) bool { return rel == ".env" }}}
		},
	})
	t.Cleanup(s.Close)
	s.SetFolders([]string{b.root})
	if got := s.Map(1000); got != "" {
		t.Errorf("nothing is built, but got %q", got)
	}
	s.Start()
	if got := mapped(t, s, "readAardvark"); got != "2 files; in folders: d/ 2\nd/x.go: readAardvark" {
		t.Errorf("got %q", got)
	}
	b.put("d/y.go", "package x\n\nfunc readWombat() { readAardvark() }\n")
	b.put("d/w.go", "package x\n\nfunc w() { readWombat() }\n")
	s.Changed([]string{filepath.Join(b.root, "d/y.go"), filepath.Join(b.root, "d/w.go")})
	mapped(t, s, "readWombat")
	s.SetFolders([]string{b.root, c.root})
	mapped(t, s, b.root+": ")
}

// The map of the previous index is there at once; after it was asked for, the next one is of the current files.
func TestSetMapsWhatWasIndexedBefore(t *testing.T) {
	b := &bed{t: t, root: t.TempDir()}
	b.put("zoo/a.go", "package zoo\n\nfunc FindWombat() {}\n")
	b.put("zoo/b.go", "package zoo\n\nfunc x() { FindWombat() }\n")
	o := SetOptions{
		Cache: t.TempDir(), Options: func(root string) Options { return Options{Search: search.Options{Root: root}} },
		Failed: func(root string, err error) { t.Errorf("%s: %v", root, err) },
	}
	begin := func() *Set {
		s := NewSet(o)
		t.Cleanup(s.Close)
		s.SetFolders([]string{b.root})
		s.Start()
		s.Mapped(t.Context())
		return s
	}
	s := begin()
	mapped(t, s, "FindWombat")
	s.Close()
	b.put("zoo/a.go", "package zoo\n\nfunc FindPlatypus() {}\n")
	b.put("zoo/b.go", "package zoo\n\nfunc x() { FindPlatypus() }\n")
	s = begin()
	if got := s.Map(1000); !strings.Contains(got, "FindWombat") {
		t.Errorf("got %q", got)
	}
	mapped(t, s, "FindPlatypus")
}

func TestQuickMaps(t *testing.T) {
	b := &bed{t: t, root: t.TempDir()}
	b.put("a.go", "package a\n")
	s := newSet(t, b.root)
	if !s.Quick(t.Context()) {
		t.Error("a small folder takes long")
	}
	for i := range quickFiles {
		b.put(fmt.Sprintf("d/%03d.go", i), "package d\n")
	}
	if s.Quick(t.Context()) {
		t.Error("a folder of many files does not")
	}
	s.Start()
	s.Mapped(t.Context())
	if !s.Quick(t.Context()) {
		t.Error("a folder that is indexed takes long")
	}
}
