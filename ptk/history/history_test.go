package history_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
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

// say runs a turn in a conversation, "" for a new one: a question, an answer, the end.
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
		t.Error("there are turns before the first one")
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

func TestTurnIsStored(t *testing.T) {
	path := file(t)
	id := say(t, newStore(t, path), "", "t1", "hello", "world")
	s := newStore(t, path) // as after a restart
	got := turns(t, s, id)
	want := []history.Turn{{
		ID: "t1", Request: `{"Message":"hello"}`, Result: "{}", Events: []history.Entry{{Kind: "text", Data: "world", Turn: "t1"}},
	}}
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

func TestConversationHasOneHolder(t *testing.T) {
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
	for elsewhere, s := range map[bool]*history.Store{false: a, true: b} {
		if i, err := s.Info(t.Context(), id); err != nil || !i.Running || i.Elsewhere != elsewhere {
			t.Errorf("elsewhere is not %v: %+v %v", elsewhere, i, err)
		}
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
