package history_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"go.uber.org/goleak"

	"ptk-lsp/ptk/history"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func newStore(t *testing.T, path string) *history.Store {
	t.Helper()
	s := history.New(path)
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func file(t *testing.T) string { return filepath.Join(t.TempDir(), "history", "w.db") }

// say makes a turn in a conversation ("" for a new one): asked, answered, ended.
func say(t testing.TB, s *history.Store, id, turn, asked, answered string) string {
	t.Helper()
	h := take(t, s, id)
	must(t, h.Begin(history.Start{
		TurnID: turn, Title: asked, Model: "p/m", Request: `{"Message":"` + asked + `"}`,
		Entries: []history.Entry{{Class: history.Message, Kind: "message", Data: asked}},
	}))
	h.Piece("text", answered)
	must(t, h.Add(history.Entry{Class: history.Message, Ordinal: 1, Kind: "message", Data: answered}))
	must(t, h.End(`{}`, asked+"\n"+answered))
	must(t, h.Release())
	return h.ID()
}

func take(t testing.TB, s *history.Store, id string) *history.Hold {
	t.Helper()
	h, err := s.Take(context.Background(), id)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func turns(t *testing.T, s *history.Store, id string) []history.Turn {
	t.Helper()
	ts, earlier, err := s.Turns(t.Context(), id, history.TurnPage{})
	if earlier {
		t.Error("there are turns before all")
	}
	must(t, err)
	return ts
}

func titles(t testing.TB, s *history.Store, p history.Page) string {
	t.Helper()
	infos, next, err := s.List(context.Background(), p)
	must(t, err)
	var names []string
	for _, i := range infos {
		names = append(names, i.Title)
	}
	if next != "" {
		names = append(names, "…")
	}
	return strings.Join(names, ",")
}

func TestATurnIsKept(t *testing.T) {
	path := file(t)
	id := say(t, newStore(t, path), "", "t1", "hello", "world")
	s := newStore(t, path) // as after a restart
	got := turns(t, s, id)
	want := []history.Turn{{ID: "t1", Request: `{"Message":"hello"}`, Result: "{}", Events: []history.Entry{{Kind: "text", Data: "world", Turn: "t1"}}}}
	if d := cmp.Diff(want, got, cmpopts.IgnoreFields(history.Turn{}, "Started")); d != "" {
		t.Error(d)
	}
	prompt, err := s.Prompt(t.Context(), id)
	must(t, err)
	if len(prompt) != 2 || prompt[0].Data != "hello" || prompt[1].Data != "world" {
		t.Errorf("%+v", prompt)
	}
	info, err := s.Info(t.Context(), id)
	must(t, err)
	if info.Running || info.Turns != 1 || info.Title != "hello" || info.Model != "p/m" || info.Updated.IsZero() {
		t.Errorf("%+v", info)
	}
}

func TestPiecesReachTheDiskWithoutTheEndOfTheTurn(t *testing.T) {
	path := file(t)
	s := newStore(t, path)
	h := take(t, s, "")
	must(t, h.Begin(history.Start{TurnID: "t", Request: "{}"}))
	h.Piece("text", "half ")
	h.Piece("text", "an answer")
	other := newStore(t, path)
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		ts := turns(t, other, h.ID())
		if len(ts[0].Events) == 1 && ts[0].Events[0].Data == "half an answer" && ts[0].Result == "" {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("not on the disk: %+v", ts)
		}
	}
	must(t, h.Release())
}

func TestAConversationIsHeldByOne(t *testing.T) {
	path := file(t)
	a, b := newStore(t, path), newStore(t, path)
	id := say(t, a, "", "t", "x", "y")
	h := take(t, a, id)
	for _, s := range []*history.Store{a, b} {
		if _, err := s.Take(t.Context(), id); !errors.Is(err, history.ErrBusy) {
			t.Errorf("taken twice: %v", err)
		}
		if err := s.Delete(t.Context(), id); !errors.Is(err, history.ErrBusy) {
			t.Errorf("deleted while a turn runs: %v", err)
		}
	}
	if i, err := b.Info(t.Context(), id); err != nil || !i.Running {
		t.Errorf("%+v %v", i, err)
	}
	must(t, h.Release())
	must(t, take(t, b, id).Release())
	if _, err := b.Take(t.Context(), "none"); !errors.Is(err, history.ErrUnknown) {
		t.Errorf("unknown: %v", err)
	}
}

func TestSearchPagesAndTitles(t *testing.T) {
	s := newStore(t, file(t))
	for i, text := range []string{"fix read_file in the parser", "café olé", `quotes " OR * NEAR(`, "100% done", "the parser again"} {
		say(t, s, "", fmt.Sprint(i), text, "answered: zebra"+fmt.Sprint(i))
		time.Sleep(2 * time.Millisecond)
	}
	for _, c := range []struct{ query, want string }{
		{"parser", "the parser again,fix read_file in the parser"},
		{"read_file", "fix read_file in the parser"},
		{"pars agai", "the parser again"},
		{"cafe", "café olé"},
		{"zebra2", `quotes " OR * NEAR(`},
		{`" OR *`, `quotes " OR * NEAR(`},
		{"0%", "100% done"},
		{"nothing", ""},
	} {
		if got := titles(t, s, history.Page{Query: c.query}); got != c.want {
			t.Errorf("%s: %s, want %s", c.query, got, c.want)
		}
	}
	first, next, err := s.List(t.Context(), history.Page{Limit: 2})
	must(t, err)
	say(t, s, "", "new", "new since", "")
	second, next, err := s.List(t.Context(), history.Page{Limit: 2, Cursor: next})
	must(t, err)
	third, end, err := s.List(t.Context(), history.Page{Limit: 2, Cursor: next})
	must(t, err)
	seen := map[string]bool{}
	for _, i := range append(append(first, second...), third...) {
		seen[i.Title] = true
	}
	if len(seen) != 5 || end != "" || seen["new since"] {
		t.Errorf("paging found %v", seen)
	}
	if _, _, err := s.List(t.Context(), history.Page{Cursor: "x"}); !errors.Is(err, history.ErrCursor) {
		t.Errorf("bad cursor: %v", err)
	}
	must(t, s.Rename(t.Context(), first[0].ID, "Renamed"))
	if got := titles(t, s, history.Page{Query: "renam"}); got != "Renamed" {
		t.Error(got)
	}
	if err := s.Rename(t.Context(), "none", "x"); !errors.Is(err, history.ErrUnknown) {
		t.Error(err)
	}
}

func TestDeletedIsGoneFromTheDisk(t *testing.T) {
	path := file(t)
	s := newStore(t, path)
	for i := range 20 {
		say(t, s, "", fmt.Sprint(i), "keep this", strings.Repeat("filler ", 500))
	}
	id := say(t, s, "", "t", "Xylophonqux is secret", "and so is Quuxyzzytext")
	must(t, os.WriteFile(path+".backup-v0", []byte("Xylophonqux"), 0o600))
	must(t, s.Delete(t.Context(), id))
	files, err := os.ReadDir(filepath.Dir(path))
	must(t, err)
	for _, f := range files {
		data, err := os.ReadFile(filepath.Join(filepath.Dir(path), f.Name()))
		must(t, err)
		for _, word := range []string{"xylophonqux", "quuxyzzytext", "xylophon"} {
			if strings.Contains(strings.ToLower(string(data)), word) {
				t.Errorf("%s is still in %s", word, f.Name())
			}
		}
	}
	if _, err := s.Info(t.Context(), id); !errors.Is(err, history.ErrUnknown) {
		t.Error(err)
	}
	if got := titles(t, s, history.Page{Query: "secret"}); got != "" {
		t.Errorf("still found: %s", got)
	}
}

func TestForkCopiesUpToATurn(t *testing.T) {
	s := newStore(t, file(t))
	id := say(t, s, "", "t1", "one", "uno")
	say(t, s, id, "t2", "two", "dos")
	say(t, s, id, "t3", "three", "tres")
	fork, err := s.Fork(t.Context(), id, "t2")
	must(t, err)
	say(t, s, fork, "t4", "four", "cuatro")
	var got []string
	for _, turn := range turns(t, s, fork) {
		got = append(got, turn.ID+" "+turn.Events[0].Data)
	}
	if d := cmp.Diff([]string{"t1 uno", "t2 dos", "t4 cuatro"}, got); d != "" {
		t.Error(d)
	}
	info, err := s.Info(t.Context(), fork)
	must(t, err)
	if info.ForkedFrom != id || info.Turns != 3 || len(turns(t, s, id)) != 3 {
		t.Errorf("%+v", info)
	}
	if _, err := s.Fork(t.Context(), id, "none"); !errors.Is(err, history.ErrNoTurn) {
		t.Error(err)
	}
	if _, err := s.Fork(t.Context(), "none", "t1"); !errors.Is(err, history.ErrUnknown) {
		t.Error(err)
	}
}

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

func TestADamagedFileIsSetAside(t *testing.T) {
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
			_, _, _ = s.List(t.Context(), history.Page{}) // may be the one that finds the damage
			say(t, s, "", "new", "after the damage", "fine")
			notices := strings.Join(s.Notices(), "\n")
			aside, err := filepath.Glob(path + ".corrupt-*")
			must(t, err)
			if len(aside) == 0 || !strings.Contains(notices, "set aside as "+aside[0]) {
				t.Fatalf("set aside: %v, told: %s", aside, notices)
			}
			kept, err := os.ReadFile(aside[0])
			must(t, err)
			if d := cmp.Diff(data, kept); d != "" {
				t.Error("what was set aside is not what was there")
			}
			if got := titles(t, s, history.Page{}); got != "after the damage" {
				t.Error(got)
			}
		})
	}
}

func TestWithoutAPlaceConversationsLastUntilTheEnd(t *testing.T) {
	blocked := filepath.Join(t.TempDir(), "file")
	must(t, os.WriteFile(blocked, nil, 0o600))
	s := newStore(t, filepath.Join(blocked, "w.db"))
	id := say(t, s, "", "t1", "one", "uno")
	say(t, s, id, "t2", "two", "dos")
	if n := s.Notices(); len(n) != 1 || !strings.Contains(n[0], "can't be kept") || s.Notices() != nil {
		t.Errorf("%q", n)
	}
	if len(turns(t, s, id)) != 2 {
		t.Error("the conversation did not last")
	}
}

// Two servers, as two windows on one folder, write and read one file at once.
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
