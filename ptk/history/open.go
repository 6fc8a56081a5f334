package history

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
	"modernc.org/sqlite"

	"ptk-lsp/workspace/private"
)

// lockTime bounds the wait for another process that opens, migrates or moves the same file.
const lockTime = 30 * time.Second

// SQLite's result codes for a file that is damaged or not a database.
const (
	codeCorrupt = 11
	codeNotADB  = 26
)

// damage is what SQLite's integrity check found.
type damage string

func (d damage) Error() string { return string(d) }

func corrupted(err error) bool {
	if _, ok := errors.AsType[damage](err); ok {
		return true
	}
	e, ok := errors.AsType[*sqlite.Error](err)
	return ok && (e.Code()&0xff == codeCorrupt || e.Code()&0xff == codeNotADB)
}

// opener opens a file of conversations.
type opener struct {
	migrations
	check   bool     // look for damage in the whole file
	notices []string // for the user
}

// open opens the file, in memory if there is no path or the file can't be opened: a chat must not fail because it has no history.
// The user is then warned.
func (o *opener) open(ctx context.Context) (*sql.DB, error) {
	if o.path == "" {
		return o.openMemory(ctx)
	}
	db, err := o.openLocked(ctx)
	switch {
	case err == nil:
		return db, nil
	case ctx.Err() != nil:
		return nil, fmt.Errorf("opening the history: %w", err)
	}
	o.notices = append(o.notices, fmt.Sprintf("The history can't be saved: %v. Conversations are lost when the program ends.", err))
	return o.openMemory(ctx)
}

func (o *opener) openMemory(ctx context.Context) (*sql.DB, error) {
	db, err := sql.Open("sqlite", ":memory:?"+pragmas())
	if err != nil {
		return nil, fmt.Errorf("opening a history in memory: %w", err)
	}
	db.SetMaxOpenConns(1) // each connection would have its own database
	memory := migrations{schema: o.schema}
	if err := memory.run(ctx, db); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// openLocked opens the file while it holds the lock of the file.
func (o *opener) openLocked(ctx context.Context) (*sql.DB, error) {
	if err := os.MkdirAll(filepath.Dir(o.path), 0o700); err != nil {
		return nil, fmt.Errorf("making its folder: %w", err)
	}
	o.warnOfOthers()
	lock := flock.New(o.path+".lock", flock.SetPermissions(0o600))
	ctx, cancel := context.WithTimeout(ctx, lockTime)
	defer cancel()
	if _, err := lock.TryLockContext(ctx, 20*time.Millisecond); err != nil {
		return nil, fmt.Errorf("waiting for another process: %w", err)
	}
	defer lock.Unlock()
	db, err := o.openFile(ctx)
	if !corrupted(err) {
		return db, err
	}
	if err := o.setAside(err); err != nil {
		return nil, err
	}
	return o.openFile(ctx)
}

// warnOfOthers warns the user if others could have changed the history, which is used nevertheless.
func (o *opener) warnOfOthers() {
	dir := filepath.Dir(o.path)
	if unsafe, ok := errors.AsType[*private.UnsafeError](private.Check(o.path, filepath.Dir(dir))); ok {
		o.notices = append(o.notices, fmt.Sprintf(
			"Others can change the history of this conversation: %s %s; %s.", unsafe.Path, unsafe.Why, unsafe.Do))
	}
}

func (o *opener) openFile(ctx context.Context) (*sql.DB, error) {
	// SQLite creates the files beside it with the same permissions.
	f, err := os.OpenFile(o.path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("opening its file: %w", err)
	}
	if info, statErr := f.Stat(); statErr == nil && info.Mode().IsRegular() && info.Mode().Perm()&0o077 != 0 {
		_ = f.Chmod(0o600) // if that fails the user was warned, or others may only read
	}
	if err := f.Close(); err != nil {
		return nil, fmt.Errorf("opening its file: %w", err)
	}
	db, err := sql.Open("sqlite", dsn(o.path))
	if err != nil {
		return nil, fmt.Errorf("opening %s: %w", o.path, err)
	}
	db.SetMaxOpenConns(4)
	if o.check {
		err = sound(ctx, db)
	}
	if err == nil {
		err = o.run(ctx, db)
	}
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// sound checks the whole file for damage, which takes a while if it is large.
func sound(ctx context.Context, db *sql.DB) error {
	var found string
	if err := db.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&found); err != nil {
		return fmt.Errorf("looking through the history: %w", err)
	}
	if found != "ok" {
		return damage(found)
	}
	return nil
}

// setAside renames a damaged file and those beside it, so that its content can still be recovered.
func (o *opener) setAside(why error) error {
	to := o.path + ".corrupt-" + time.Now().UTC().Format("20060102T150405.000")
	for _, suffix := range []string{"-wal", "-shm", ""} {
		if err := os.Rename(o.path+suffix, to+suffix); err != nil && !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("setting the damaged file aside: %w", err)
		}
	}
	o.notices = append(o.notices, fmt.Sprintf("The history was damaged (%v). It was set aside as %s and a new one begun.", why, to))
	return nil
}

func dsn(path string) string {
	u := url.URL{Scheme: "file", Path: filepath.ToSlash(path), RawQuery: pragmas()}
	if filepath.VolumeName(path) != "" {
		u.Path = "/" + u.Path
	}
	return u.String()
}

// pragmas are set for every connection. A killed process loses nothing that was committed; a power cut may lose the last
// transactions.
func pragmas() string {
	q := url.Values{"_txlock": {"immediate"}}
	for _, p := range []string{"busy_timeout(10000)", "journal_mode(wal)", "synchronous(normal)", "foreign_keys(on)", "secure_delete(on)"} {
		q.Add("_pragma", p)
	}
	return q.Encode()
}
