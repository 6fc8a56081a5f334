package history

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

func TestNewerFileIsNotChanged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "w.db")
	s := New(path)
	id := begun(t, s)
	exec(t, s, "PRAGMA user_version = 99")
	closed(t, s)
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	s = New(path)
	defer closed(t, s)
	if _, err := s.Info(t.Context(), id); !errors.Is(err, ErrUnknown) {
		t.Errorf("a newer file was read: %v", err)
	}
	if n := s.Notices(); len(n) != 1 || !strings.Contains(n[0], "newer ptk-lsp") {
		t.Errorf("%q", n)
	}
	if after, err := os.ReadFile(path); err != nil || string(after) != string(before) {
		t.Errorf("the newer file was changed: %v", err)
	}
}

// nextSchema is the real schema with one more step.
func nextSchema(t *testing.T, step string) fs.FS {
	t.Helper()
	m := fstest.MapFS{"schema/9999.sql": {Data: []byte(step)}}
	names, err := fs.Glob(embedded, "schema/*.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range names {
		data, err := fs.ReadFile(embedded, n)
		if err != nil {
			t.Fatal(err)
		}
		m[n] = &fstest.MapFile{Data: data}
	}
	return m
}

func TestMigrationKeepsABackup(t *testing.T) {
	path := filepath.Join(t.TempDir(), "w.db")
	s := New(path)
	id := begun(t, s)
	closed(t, s)

	s = New(path)
	s.schema = nextSchema(t, "CREATE TABLE extra (x); INSERT INTO broken VALUES (1);")
	if _, err := s.Info(t.Context(), id); err == nil || !strings.Contains(err.Error(), "to version 2") {
		t.Errorf("a failed migration was not reported: %v", err)
	}
	closed(t, s)

	s = New(path) // the failed migration changed nothing
	if _, err := s.Info(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	closed(t, s)

	s = New(path)
	s.schema = nextSchema(t, "CREATE TABLE extra (x);")
	if _, err := s.Info(t.Context(), id); err != nil || s.Notices() != nil {
		t.Fatal(err)
	}
	exec(t, s, "INSERT INTO extra VALUES (1)")
	closed(t, s)

	old := New(s.backupPath(1))
	defer closed(t, old)
	if _, err := old.Info(t.Context(), id); err != nil || old.Notices() != nil {
		t.Errorf("the backup of version 1: %v", err)
	}
}

func TestBackupIsAWholeCopy(t *testing.T) {
	path := filepath.Join(t.TempDir(), "w.db")
	s := New(path)
	id := begun(t, s)
	if err := s.backup(t.Context(), s.db, 1); err != nil {
		t.Fatal(err)
	}
	closed(t, s)
	info, err := os.Stat(s.backupPath(1))
	if err != nil || filepath.Separator == '/' && info.Mode().Perm() != 0o600 {
		t.Fatalf("%v %v", info, err)
	}
	c := New(s.backupPath(1))
	defer closed(t, c)
	if _, err := c.Info(t.Context(), id); err != nil || c.Notices() != nil {
		t.Error(err)
	}
}

// A holder that hangs loses the conversation when its lease expires, and can no longer write to it.
func TestLeaseExpires(t *testing.T) {
	path := filepath.Join(t.TempDir(), "w.db")
	s := New(path)
	defer closed(t, s)
	id := begun(t, s)
	hung, err := s.Take(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Take(t.Context(), id); !errors.Is(err, ErrBusy) {
		t.Fatal(err)
	}
	exec(t, s, "UPDATE conversation SET held_until = "+"1")
	next, err := s.Take(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	if err := hung.Begin(Start{TurnID: "late"}); !errors.Is(err, ErrLost) {
		t.Errorf("a lost conversation was written to: %v", err)
	}
	if err := hung.Release(); !errors.Is(err, ErrLost) {
		t.Error(err)
	}
	if err := next.Release(); err != nil {
		t.Error(err)
	}
}

// The lease of a killed process ends at once.
func TestDeadHolder(t *testing.T) {
	host, _, _ := strings.Cut(processName(), ":")
	for holder, want := range map[string]bool{
		host + ":999999999:x": true, processName() + ":x": false, "elsewhere:999999999:x": false, "": false, host: false,
	} {
		if got := dead(holder); got != want {
			t.Errorf("dead(%q) = %v", holder, got)
		}
	}
}

func begun(t *testing.T, s *Store) string {
	t.Helper()
	h, err := s.Take(context.Background(), "")
	if err != nil {
		t.Fatal(err)
	}
	if err := h.Begin(Start{TurnID: "t", Request: "{}"}); err != nil {
		t.Fatal(err)
	}
	time.Sleep(time.Millisecond)
	if err := errors.Join(h.End("{}", ""), h.Release()); err != nil {
		t.Fatal(err)
	}
	return h.ID()
}

func exec(t *testing.T, s *Store, q string) {
	t.Helper()
	if _, err := s.db.Exec(q); err != nil {
		t.Fatal(err)
	}
}

func closed(t *testing.T, s *Store) {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}
