package journal_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/workspace"
	"ptk-lsp/workspace/journal"
)

// desk is a workspace with a journal.
type desk struct {
	t   *testing.T
	dir string
	ws  *workspace.Workspace
	j   *journal.Journal
}

func newDesk(t *testing.T, files map[string]string) *desk {
	t.Helper()
	d := &desk{t: t, dir: t.TempDir()}
	for name, text := range files {
		d.user(name, text)
	}
	d.open(t.TempDir())
	return d
}

// open opens the workspace and its journal, again after a crash.
func (d *desk) open(journals string) {
	d.t.Helper()
	ws, err := workspace.New([]workspace.Folder{{Path: d.dir}}, workspace.Disk{})
	if err != nil {
		d.t.Fatal(err)
	}
	d.t.Cleanup(func() { ws.Close() })
	j, err := journal.Open(journals)
	if err != nil {
		d.t.Fatal(err)
	}
	d.ws, d.j = ws, j
}

// user changes a file as the user does.
func (d *desk) user(name, text string) {
	d.t.Helper()
	if err := os.WriteFile(filepath.Join(d.dir, name), []byte(text), 0o644); err != nil {
		d.t.Fatal(err)
	}
}

func turn(id string) journal.Turn { return journal.Turn{Conversation: "c", ID: id} }

// write changes a file as a turn does, or creates it if before is empty.
func (d *desk) write(id, name, before, after string) {
	d.t.Helper()
	e := workspace.Edit{Path: filepath.Join(d.dir, name), Before: before, After: after, Create: before == ""}
	if err := d.j.Write(d.t.Context(), d.ws, turn(id), e); err != nil {
		d.t.Fatal(err)
	}
}

// holds checks the files of the folder, all of them.
func (d *desk) holds(want map[string]string) {
	d.t.Helper()
	got := map[string]string{}
	entries, err := os.ReadDir(d.dir)
	if err != nil {
		d.t.Fatal(err)
	}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(d.dir, e.Name()))
		if err != nil {
			d.t.Fatal(err)
		}
		got[e.Name()] = string(data)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		d.t.Errorf("the folder (-want +got):\n%s", diff)
	}
}

func (d *desk) undo(id string, want map[string]journal.Status) {
	d.t.Helper()
	got, err := d.j.Undo(d.t.Context(), d.ws, turn(id))
	d.same(got, err, want)
}

func (d *desk) redo(id string, want map[string]journal.Status) {
	d.t.Helper()
	got, err := d.j.Redo(d.t.Context(), d.ws, turn(id))
	d.same(got, err, want)
}

func (d *desk) same(got []journal.FileStatus, err error, want map[string]journal.Status) {
	d.t.Helper()
	if err != nil {
		d.t.Fatal(err)
	}
	m := map[string]journal.Status{}
	for _, s := range got {
		m[filepath.Base(s.Path)] = s.Status
	}
	if diff := cmp.Diff(want, m); diff != "" {
		d.t.Errorf("statuses (-want +got):\n%s", diff)
	}
}

type (
	files    = map[string]string
	statuses = map[string]journal.Status
)

func TestUndoAndRedo(t *testing.T) {
	d := newDesk(t, files{"a": "1\n", "gone": "x\n", "old": "m\n"})
	d.write("t", "a", "1\n", "2\n")
	d.write("t", "a", "2\n", "3\n")
	d.write("t", "new", "", "n\n")
	if err := d.j.Delete(t.Context(), d.ws, turn("t"), "gone", workspace.Hash("x\n")); err != nil {
		t.Fatal(err)
	}
	if err := d.j.Move(t.Context(), d.ws, turn("t"), filepath.Join(d.dir, "old"), filepath.Join(d.dir, "moved"),
		workspace.Hash("m\n")); err != nil {
		t.Fatal(err)
	}
	after, before := files{"a": "3\n", "new": "n\n", "moved": "m\n"}, files{"a": "1\n", "gone": "x\n", "old": "m\n"}
	d.holds(after)
	for range 2 {
		d.undo("t", statuses{"a": journal.Restored, "new": journal.Restored, "gone": journal.Restored, "old": journal.Restored})
		d.holds(before)
		if _, err := d.j.Undo(t.Context(), d.ws, turn("t")); !errors.Is(err, journal.ErrNothing) {
			t.Errorf("undone twice: %v", err)
		}
		d.redo("t", statuses{"a": journal.Restored, "new": journal.Restored, "gone": journal.Restored, "moved": journal.Restored})
		d.holds(after)
	}
	if _, err := d.j.Undo(t.Context(), d.ws, turn("other")); !errors.Is(err, journal.ErrNothing) {
		t.Errorf("a turn without changes: %v", err)
	}
}

func TestUndoKeepsTheUsersChanges(t *testing.T) {
	base := "1\n2\n3\n4\n5\n6\n"
	d := newDesk(t, files{"merge": base, "clash": base, "made": "", "gone": "g\n", "lost": base})
	os.Remove(filepath.Join(d.dir, "made"))
	for _, name := range []string{"merge", "clash", "lost"} {
		d.write("t", name, base, "1\ntwo\n3\n4\n5\n6\n")
	}
	d.write("t", "made", "", "m\n")
	if err := d.j.Delete(t.Context(), d.ws, turn("t"), "gone", workspace.Hash("g\n")); err != nil {
		t.Fatal(err)
	}
	d.user("merge", "1\ntwo\n3\n4\n5\nsix\n")
	d.user("clash", "1\nzwei\n3\n4\n5\n6\n")
	d.user("made", "m\nmine\n")
	d.user("gone", "mine\n")
	os.Remove(filepath.Join(d.dir, "lost"))
	d.undo("t", statuses{
		"merge": journal.Merged, "clash": journal.Conflict, "made": journal.Conflict, "gone": journal.Conflict,
		"lost": journal.Conflict,
	})
	d.holds(files{"merge": "1\n2\n3\n4\n5\nsix\n", "clash": "1\nzwei\n3\n4\n5\n6\n", "made": "m\nmine\n", "gone": "mine\n"})
	d.redo("t", statuses{"merge": journal.Restored})
	d.holds(files{"merge": "1\ntwo\n3\n4\n5\nsix\n", "clash": "1\nzwei\n3\n4\n5\n6\n", "made": "m\nmine\n", "gone": "mine\n"})
}

func TestUndoOfAnEarlierTurn(t *testing.T) {
	d := newDesk(t, files{"a": "1\n2\n3\n4\n"})
	d.write("t1", "a", "1\n2\n3\n4\n", "one\n2\n3\n4\n")
	d.write("t2", "a", "one\n2\n3\n4\n", "one\n2\n3\nfour\n")
	d.undo("t1", statuses{"a": journal.Merged})
	d.holds(files{"a": "1\n2\n3\nfour\n"})
}

func TestUndoBringsBackTheBytes(t *testing.T) {
	d := newDesk(t, files{"u16": "\xff\xfea\x00\r\x00\n\x00", "bin": "\x00\xff"})
	if err := os.Chmod(filepath.Join(d.dir, "bin"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"u16", "bin"} {
		text, err := d.ws.Read(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		if err := d.j.Delete(t.Context(), d.ws, turn("t"), name, text.Hash); err != nil {
			t.Fatal(err)
		}
	}
	d.holds(files{})
	d.undo("t", statuses{"u16": journal.Restored, "bin": journal.Restored})
	d.holds(files{"u16": "\xff\xfea\x00\r\x00\n\x00", "bin": "\x00\xff"})
	if info, err := os.Stat(filepath.Join(d.dir, "bin")); err != nil || info.Mode().Perm() != 0o755 {
		t.Errorf("the mode is lost: %v %v", info, err)
	}
	d.redo("t", statuses{"u16": journal.Restored, "bin": journal.Restored})
	d.holds(files{})
}

func TestRefusedWriteIsNotUndone(t *testing.T) {
	d := newDesk(t, files{"a": "theirs\n"})
	e := workspace.Edit{Path: filepath.Join(d.dir, "a"), Before: "old\n", After: "mine\n"}
	if err := d.j.Write(t.Context(), d.ws, turn("t"), e); !errors.Is(err, workspace.ErrStale) {
		t.Fatal(err)
	}
	if _, err := d.j.Undo(t.Context(), d.ws, turn("t")); !errors.Is(err, journal.ErrNothing) {
		t.Errorf("got %v", err)
	}
}

func TestTornJournalLine(t *testing.T) {
	d := newDesk(t, files{"a": "1\n"})
	dir := t.TempDir()
	d.open(dir)
	d.write("t", "a", "1\n", "2\n")
	logs, err := filepath.Glob(filepath.Join(dir, "turns", "*"))
	if err != nil || len(logs) != 1 {
		t.Fatal(logs, err)
	}
	f, err := os.OpenFile(logs[0], os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	f.WriteString(`{"turn":"t","kind":"ed`)
	f.Close()
	d.write("t", "a", "2\n", "3\n")
	d.undo("t", statuses{"a": journal.Restored})
	d.holds(files{"a": "1\n"})
}

func TestTrim(t *testing.T) {
	d := newDesk(t, files{"a": "1\n"})
	dir := t.TempDir()
	d.open(dir)
	d.write("t", "a", "1\n", "2\n")
	if err := d.j.Trim(time.Now().Add(-time.Hour)); err != nil {
		t.Fatal(err)
	}
	d.undo("t", statuses{"a": journal.Restored})
	if err := d.j.Trim(time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*", "*", "*")); len(left) != 0 {
		t.Errorf("left: %v", left)
	}
}

func TestForgottenContentsAreGone(t *testing.T) {
	d := newDesk(t, files{"a": "1\n", "b": "1\n"})
	dir := t.TempDir()
	d.open(dir)
	d.write("t", "a", "1\n", "the secret\n")
	other := journal.Turn{Conversation: "other", ID: "t"}
	if err := d.j.Write(t.Context(), d.ws, other, workspace.Edit{Path: filepath.Join(d.dir, "b"), Before: "1\n", After: "2\n"}); err != nil {
		t.Fatal(err)
	}
	for range 2 { // there is nothing left to undo
		if err := d.j.Forget("c"); err != nil {
			t.Fatal(err)
		}
	}
	left, err := filepath.Glob(filepath.Join(dir, "*", "*", "*"))
	if err != nil || len(left) != 2 {
		t.Errorf("left: %v", left)
	}
	if _, err := d.j.Undo(t.Context(), d.ws, turn("t")); !errors.Is(err, journal.ErrNothing) {
		t.Errorf("got %v", err)
	}
	if _, err := d.j.Undo(t.Context(), d.ws, other); err != nil {
		t.Error(err)
	}
	d.holds(files{"a": "the secret\n", "b": "1\n"})
}
