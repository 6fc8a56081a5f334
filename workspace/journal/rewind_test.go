package journal_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/workspace"
	"ptk-lsp/workspace/journal"
)

func (d *desk) rewind(turns []string, want map[string]journal.Status) {
	d.t.Helper()
	planned, err := d.j.PlanRewind(d.t.Context(), d.ws, "c", turns)
	d.same(planned, err, want)
	got, err := d.j.Rewind(d.t.Context(), d.ws, "c", turns)
	d.same(got, err, want)
}

func TestRewindUndoesTheLastTurnFirst(t *testing.T) {
	base := "1\n2\n3\n4\n5\n6\n"
	d := newDesk(t, files{"a": base, "b": "b\n", "kept": base, "clash": "x\n"})
	d.write("t0", "b", "b\n", "before\n")
	d.write("t1", "a", base, "one\n2\n3\n4\n5\n6\n")
	d.write("t1", "new", "", "n\n")
	d.write("t1", "kept", base, "1\n2\n3\n4\n5\nsix\n")
	d.write("t1", "clash", "x\n", "y\n")
	d.write("t2", "a", "one\n2\n3\n4\n5\n6\n", "uno\n2\n3\n4\n5\n6\n")
	d.write("t2", "new", "n\n", "nn\n")
	d.write("t2", "clash", "y\n", "z\n")
	d.user("kept", "mine\n2\n3\n4\n5\nsix\n")
	d.user("clash", "mine\n")
	d.rewind([]string{"t1", "t2"}, statuses{
		"a": journal.Restored, "new": journal.Restored, "kept": journal.Merged, "clash": journal.Conflict,
	})
	d.holds(files{"a": base, "b": "before\n", "kept": "mine\n2\n3\n4\n5\n6\n", "clash": "mine\n"})
	if _, err := d.j.Rewind(t.Context(), d.ws, "c", []string{"t1", "t2", "t3"}); !errors.Is(err, journal.ErrNothing) {
		t.Errorf("rewound twice: %v", err)
	}
	d.redo("t1", statuses{"a": journal.Restored, "new": journal.Restored, "kept": journal.Restored})
	d.redo("t2", statuses{"a": journal.Restored, "new": journal.Restored})
	d.holds(files{"a": "uno\n2\n3\n4\n5\n6\n", "b": "before\n", "kept": "mine\n2\n3\n4\n5\nsix\n", "clash": "mine\n", "new": "nn\n"})
}

func TestPlanOfARewindChangesNothing(t *testing.T) {
	d := newDesk(t, files{"a": "1\n", "old": "o\n", "gone": "g\n"})
	d.write("t1", "a", "1\n", "2\n")
	d.write("t1", "new", "", "n\n")
	if err := d.j.Move(t.Context(), d.ws, turn("t2"), filepath.Join(d.dir, "old"), filepath.Join(d.dir, "moved"),
		workspace.Hash("o\n")); err != nil {
		t.Fatal(err)
	}
	if err := d.j.Delete(t.Context(), d.ws, turn("t2"), "gone", workspace.Hash("g\n")); err != nil {
		t.Fatal(err)
	}
	got, err := d.j.PlanRewind(t.Context(), d.ws, "c", []string{"t1", "t2"})
	if err != nil {
		t.Fatal(err)
	}
	effects := map[string]journal.Effect{}
	for _, s := range got {
		effects[filepath.Base(s.Path)] = s.Effect
	}
	want := map[string]journal.Effect{"a": journal.Edited, "new": journal.Deleted, "old": journal.Created, "gone": journal.Created}
	if diff := cmp.Diff(want, effects); diff != "" {
		t.Errorf("effects (-want +got):\n%s", diff)
	}
	d.holds(files{"a": "2\n", "new": "n\n", "moved": "o\n"})
	if changes, err := d.j.Changes("c"); err != nil || len(changes) != 2 || changes[0].Undone || changes[1].Undone {
		t.Errorf("the plan is in the journal: %v %v", changes, err)
	}
}

// A plan says what the rewind does, whatever the turns and the user did.
func TestPlanIsWhatTheRewindDoes(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 1))
		start := files{"a": "1\n2\n3\n4\n5\n", "b": "1\n2\n3\n", "c": "x\n"}
		d := newDesk(t, start)
		for i := range 8 {
			d.change(r, fmt.Sprintf("t%d", i/2))
		}
		byHand := r.IntN(2) == 1
		if byHand {
			d.user("a", "mine\n"+d.text("a"))
		}
		turns := []string{"t0", "t1", "t2", "t3"}
		planned, err := d.j.PlanRewind(t.Context(), d.ws, "c", turns)
		if err != nil {
			t.Fatal(seed, err)
		}
		done, err := d.j.Rewind(t.Context(), d.ws, "c", turns)
		if err != nil {
			t.Fatal(seed, err)
		}
		if diff := cmp.Diff(planned, done); diff != "" {
			t.Errorf("seed %d: planned and done:\n%s", seed, diff)
		}
		if !byHand {
			d.holds(start)
		}
	}
}

func (d *desk) text(name string) string {
	data, _ := os.ReadFile(filepath.Join(d.dir, name))
	return string(data)
}

// change changes a file as a turn does: edits, creates, deletes or moves it.
func (d *desk) change(r *rand.Rand, id string) {
	d.t.Helper()
	name := string("abcd"[r.IntN(4)])
	text := d.text(name)
	path := filepath.Join(d.dir, name)
	var err error
	switch {
	case text == "":
		d.write(id, name, "", fmt.Sprintf("new %d\n", r.IntN(100)))
	case r.IntN(5) == 0:
		err = d.j.Delete(d.t.Context(), d.ws, turn(id), path, workspace.Hash(text))
	case r.IntN(5) == 0:
		err = d.j.Move(d.t.Context(), d.ws, turn(id), path, fmt.Sprintf("%s%d", path, r.IntN(1000)), workspace.Hash(text))
	default:
		lines := strings.SplitAfter(text, "\n")
		lines[r.IntN(len(lines))] = fmt.Sprintf("%d\n", r.IntN(100))
		if after := strings.Join(lines, ""); after != text {
			d.write(id, name, text, after)
		}
	}
	if err != nil {
		d.t.Fatal(err)
	}
}
