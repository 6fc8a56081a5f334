package index

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"ptk-lsp/workspace/search"
)

func newSet(t *testing.T, roots ...string) *Set {
	s := NewSet(SetOptions{
		Cache: t.TempDir(), Options: func(root string) Options { return Options{Search: search.Options{Root: root}} },
		Failed: func(root string, err error) { t.Errorf("%s: %v", root, err) },
	})
	t.Cleanup(s.Close)
	s.SetFolders(roots)
	return s
}

// finds waits until the query finds the file first, or nothing if it is "".
func finds(t *testing.T, s *Set, query, want string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	for {
		hits, _, err := s.Search(ctx, ctx, query, 5)
		if err != nil {
			t.Fatalf("%q never found %q: %v", query, want, err)
		}
		if got := firstOf(hits); got == want {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

func firstOf(hits []FolderHit) string {
	if len(hits) == 0 {
		return ""
	}
	return filepath.Join(filepath.Base(hits[0].Root), hits[0].Rel)
}

func TestSetFollowsFoldersAndFiles(t *testing.T) {
	b, c := &bed{t: t, root: filepath.Join(t.TempDir(), "b")}, &bed{t: t, root: filepath.Join(t.TempDir(), "c")}
	b.put("x.go", "package x\n\nfunc Aardvark() {}\n")
	c.put("y.go", "package y\n\nfunc Wombat() {}\n")
	s := newSet(t, b.root)
	finds(t, s, "aardvark", "b/x.go")
	s.SetFolders([]string{b.root, c.root})
	finds(t, s, "wombat", "c/y.go")
	b.put("z.go", "package x\n\nfunc Platypus() {}\n")
	s.Changed([]string{filepath.Join(b.root, "z.go"), "/elsewhere/q.go"})
	finds(t, s, "platypus", "b/z.go")
	if err := os.Remove(filepath.Join(b.root, "x.go")); err != nil {
		t.Fatal(err)
	}
	s.Refresh()
	s.SetFolders([]string{b.root})
	hits, complete, err := s.Search(t.Context(), t.Context(), "wombat", 5)
	if err != nil || !complete {
		t.Error(complete, err)
	}
	for _, h := range hits {
		if h.Root == c.root {
			t.Errorf("a removed folder is searched: %v", h)
		}
	}
}

func TestSetSearchesWithoutWaiting(t *testing.T) {
	b := &bed{t: t, root: t.TempDir()}
	b.put("x.go", "package x\n")
	s := newSet(t, b.root)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := s.Search(t.Context(), ended, "x", 5); err != nil {
		t.Errorf("got %v", err)
	}
}

// Long tasks are reported and can be stopped: what was read by then is stored, and searches report that there may be more.
func TestBuildingIsWatchedAndStopped(t *testing.T) {
	b := &bed{t: t, root: t.TempDir()}
	for i := range 400 {
		b.put(fmt.Sprintf("d/f%03d.go", i), "package d\n\nfunc Walrus() {}\n")
	}
	stop := true
	ends := make(chan error, 10)
	s := NewSet(SetOptions{
		Cache: t.TempDir(), Failed: func(root string, err error) { t.Errorf("%s: %v", root, err) },
		Options: func(root string) Options { return Options{Search: search.Options{Root: root}} },
		Watch: func(k Task) (Progress, func(error)) {
			if k.Root != b.root || k.Embedding {
				t.Errorf("reported %+v", k)
			}
			return func(done, total int) {
				if total > 400 || done > total {
					t.Errorf("reported %d of %d", done, total)
				}
				if stop && done > 100 {
					k.Stop()
				}
			}, func(err error) { ends <- err }
		},
	})
	t.Cleanup(s.Close)
	s.SetFolders([]string{b.root})
	s.Start()
	if err := <-ends; !errors.Is(err, ErrStopped) {
		t.Errorf("it ended with %v", err)
	}
	if hits, complete, err := s.Search(t.Context(), t.Context(), "walrus", 5); len(hits) == 0 || complete || err != nil {
		t.Errorf("got %v, %v, %v", hits, complete, err)
	}
	stop = false
	s.Refresh()
	if err := <-ends; err != nil {
		t.Errorf("it ended with %v", err)
	}
	for {
		if _, complete, err := s.Search(t.Context(), t.Context(), "walrus", 5); complete || err != nil {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

func TestSetIsRebuilt(t *testing.T) {
	b := &bed{t: t, root: t.TempDir()}
	b.put("a.txt", "the pangolin sleeps\n")
	s := newSet(t, b.root)
	if st := s.Status(); len(st) != 1 || st[0].Open || st[0].Root != b.root {
		t.Errorf("before it is open: %+v", st)
	}
	finds(t, s, "pangolin", filepath.Join(filepath.Base(b.root), "a.txt"))
	if st := s.Status(); !st[0].Open || st[0].Files != 1 || st[0].Bytes == 0 {
		t.Errorf("%+v", st)
	}
	if err := s.Rebuild(); err != nil {
		t.Fatal(err)
	}
	finds(t, s, "pangolin", filepath.Join(filepath.Base(b.root), "a.txt"))
}
