package journal_test

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/workspace"
	"ptk-lsp/workspace/journal"
)

// sides are the contents before and after; "-" if there was no file, "?" if it is not known.
type sides struct{ From, Before, After string }

func (d *desk) sides(all []journal.Changed) map[string]sides {
	d.t.Helper()
	side := func(s journal.Side) string {
		text, ok, err := d.j.Text(s)
		switch {
		case err != nil:
			d.t.Fatal(err)
		case !s.Exists:
			return "-"
		case !ok:
			return "?"
		}
		return text
	}
	out := map[string]sides{}
	for _, c := range all {
		out[filepath.Base(c.Path)] = sides{filepath.Base(c.From), side(c.Before), side(c.After)}
	}
	return out
}

func TestChangesOfTurns(t *testing.T) {
	d := newDesk(t, files{"a": "1\n", "gone": "g\n", "old": "o\n", "same": "s\n", "bin": "\x00\xff"})
	d.write("t1", "a", "1\n", "2\n")
	d.write("t1", "a", "2\n", "3\n")
	d.write("t1", "new", "", "n\n")
	d.write("t1", "same", "s\n", "t\n")
	d.write("t2", "a", "3\n", "4\n")
	d.write("t2", "same", "t\n", "s\n")
	for name, text := range (files{"gone": "g\n", "bin": "\x00\xff"}) {
		if err := d.j.Delete(t.Context(), d.ws, turn("t2"), name, workspace.Hash(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.j.Move(t.Context(), d.ws, turn("t2"), filepath.Join(d.dir, "old"), filepath.Join(d.dir, "moved"),
		workspace.Hash("o\n")); err != nil {
		t.Fatal(err)
	}
	d.write("t2", "moved", "o\n", "p\n")
	d.write("t3", "a", "4\n", "5\n")
	d.undo("t3", statuses{"a": journal.Restored})
	turns, err := d.j.Changes("c")
	if err != nil {
		t.Fatal(err)
	}
	type summary struct {
		Undone bool
		Files  map[string]sides
	}
	got := map[string]summary{}
	for _, c := range turns {
		got[c.ID] = summary{c.Undone, d.sides(c.Files)}
	}
	want := map[string]summary{
		"t1": {false, map[string]sides{"a": {"a", "1\n", "3\n"}, "new": {"new", "-", "n\n"}, "same": {"same", "s\n", "t\n"}}},
		"t2": {false, map[string]sides{
			"a": {"a", "3\n", "4\n"}, "same": {"same", "t\n", "s\n"}, "gone": {"gone", "g\n", "-"}, "bin": {"bin", "?", "-"},
			"moved": {"old", "o\n", "p\n"},
		}},
		"t3": {true, map[string]sides{"a": {"a", "4\n", "5\n"}}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("changes (-want +got):\n%s", diff)
	}
	all := map[string]sides{
		"a": {"a", "1\n", "4\n"}, "new": {"new", "-", "n\n"}, "gone": {"gone", "g\n", "-"}, "bin": {"bin", "?", "-"},
		"moved": {"old", "o\n", "p\n"},
	}
	if diff := cmp.Diff(all, d.sides(journal.Sum(turns))); diff != "" {
		t.Errorf("all together (-want +got):\n%s", diff)
	}
}

// A copy of a conversation can undo what the turns that it has did; the original can too.
func TestForkCanUndo(t *testing.T) {
	d := newDesk(t, files{"a": "1\n"})
	d.write("t1", "a", "1\n", "2\n")
	d.write("t2", "a", "2\n", "3\n")
	for range 2 {
		if err := d.j.Fork("c", "copy", []string{"t1"}); err != nil {
			break // the second one: it is there already
		}
	}
	turns, err := d.j.Changes("copy")
	if err != nil || len(turns) != 1 {
		t.Fatal(turns, err)
	}
	d.undo("t2", statuses{"a": journal.Restored})
	got, err := d.j.Undo(t.Context(), d.ws, journal.Turn{Conversation: "copy", ID: "t1"})
	d.same(got, err, statuses{"a": journal.Restored})
	d.holds(files{"a": "1\n"})
	d.undo("t1", statuses{"a": journal.Restored}) // it is as it was already
	if err := d.j.Forget("copy"); err != nil {
		t.Fatal(err)
	}
	d.redo("t2", statuses{"a": journal.Conflict}) // the contents that the original needs are still there
}
