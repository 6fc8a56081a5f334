package history_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/ptk/history"
)

func TestFilesArePrivate(t *testing.T) {
	path := file(t)
	s := newStore(t, path)
	say(t, s, "", "t", "x", "y")
	files, err := os.ReadDir(filepath.Dir(path))
	must(t, err)
	if len(files) < 3 {
		t.Errorf("expected the file with its log beside it: %v", files)
	}
	for _, f := range files {
		info, err := f.Info()
		must(t, err)
		if filepath.Separator == '/' && info.Mode().Perm() != 0o600 {
			t.Errorf("%s has mode %v", f.Name(), info.Mode())
		}
	}
}

func TestDamagedFileIsSetAside(t *testing.T) {
	for name, damage := range map[string]func(data []byte){
		"no database at all": func(data []byte) { copy(data, "this is no database, it is a letter to the editor") },
		"pages overwritten": func(data []byte) {
			for i := 4096; i < len(data); i++ {
				data[i] = 'x'
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := file(t)
			first := history.New(path)
			for i := range 10 {
				say(t, first, "", fmt.Sprint(i), "x", strings.Repeat("y", 5000))
			}
			must(t, first.Close())
			data, err := os.ReadFile(path)
			must(t, err)
			damage(data)
			must(t, os.WriteFile(path, data, 0o600))

			s := newStore(t, path)
			_, _, _ = s.List(t.Context(), history.Page{}) // may be the call that finds the damage
			say(t, s, "", "new", "after the damage", "fine")
			notices := strings.Join(s.Notices(), "\n")
			aside, err := filepath.Glob(path + ".corrupt-*")
			must(t, err)
			if len(aside) == 0 || !strings.Contains(notices, "set aside as "+aside[0]) {
				t.Fatalf("set aside: %v, notices: %s", aside, notices)
			}
			after, err := os.ReadFile(aside[0])
			must(t, err)
			if d := cmp.Diff(data, after); d != "" {
				t.Error("the file that was set aside was changed")
			}
			if got := titles(t, s, history.Page{}); got != "after the damage" {
				t.Error(got)
			}
		})
	}
}

func TestHistoryWithoutAFile(t *testing.T) {
	blocked := filepath.Join(t.TempDir(), "file")
	must(t, os.WriteFile(blocked, nil, 0o600))
	s := newStore(t, filepath.Join(blocked, "w.db"))
	id := say(t, s, "", "t1", "one", "uno")
	say(t, s, id, "t2", "two", "dos")
	if n := s.Notices(); len(n) != 1 || !strings.Contains(n[0], "can't be saved") || s.Notices() != nil {
		t.Errorf("%q", n)
	}
	if len(turns(t, s, id)) != 2 {
		t.Error("the conversation is lost")
	}
}

// Two servers, for two windows on one folder, write and read one file at the same time.
func TestTwoStoresUnderLoad(t *testing.T) {
	path := file(t)
	stores := []*history.Store{newStore(t, path), newStore(t, path)}
	shared := say(t, stores[0], "", "first", "shared", "x")
	n := 20
	if testing.Short() {
		n = 5
	}
	var all sync.WaitGroup
	for i, s := range stores {
		for w := range 3 {
			all.Go(func() {
				for k := range n {
					name := fmt.Sprintf("s%d-w%d-%d", i, w, k)
					say(t, s, "", name, name, "answer "+name)
					if h, err := s.Take(t.Context(), shared); err == nil {
						if err := h.Release(); err != nil {
							t.Error(err)
						}
					} else if !errors.Is(err, history.ErrBusy) {
						t.Error(err)
					}
					if _, _, err := s.List(t.Context(), history.Page{Query: name}); err != nil {
						t.Error(err)
					}
				}
			})
		}
	}
	all.Wait()
	for _, s := range stores {
		count, cursor := 0, ""
		for {
			infos, next, err := s.List(t.Context(), history.Page{Cursor: cursor})
			must(t, err)
			count += len(infos)
			if cursor = next; next == "" {
				break
			}
		}
		if count != 6*n+1 || s.Notices() != nil {
			t.Errorf("%d conversations, want %d", count, 6*n+1)
		}
	}
}
