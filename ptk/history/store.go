package history

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"sync"
	"sync/atomic"
	"time"
)

// What the store refuses; each is wrapped with the name that was given.
var (
	ErrUnknown = errors.New("no such conversation")
	ErrNoTurn  = errors.New("no such turn")
	ErrBusy    = errors.New("a turn of this conversation is still running")
	// ErrLost means that another process has taken the conversation over, since this one was silent for too long.
	ErrLost = errors.New("another process has taken the conversation over")
)

// writeTime bounds the wait for one write, the wait for other processes included.
const writeTime = 15 * time.Second

// Store is one file of conversations. The file is opened by the first who needs it. It is safe for concurrent use.
type Store struct {
	path string // "" keeps everything in memory
	me   string // this process, as holders are named
	// schema has the steps from each version of the file to the next.
	schema fs.FS

	searched atomic.Bool  // a search has indexed what was open when it came
	running  atomic.Int64 // turns that have begun here and have not ended

	mu      sync.Mutex // guards what follows, and the opening
	db      *sql.DB    // nil before the first use
	notices []string
	suspect bool // the file has shown damage since it was opened: it is opened anew, and looked through

	writing sync.Mutex // held while this process writes: SQLite takes one writer, and waits for others by polling
}

// New makes a store of the file at path, which need not exist; nothing is opened yet. An empty path keeps the
// conversations in memory, until the process ends.
func New(path string) *Store {
	return &Store{path: path, me: processName() + ":" + rand.Text(), schema: embedded}
}

// Notices gives, once, what the user should know of the file: that it can't be used, or was set aside.
func (s *Store) Notices() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := s.notices
	s.notices = nil
	return n
}

// Close closes the file. It is opened again where the store is still used.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.db == nil {
		return nil
	}
	err := s.db.Close()
	s.db = nil
	if err != nil {
		return fmt.Errorf("closing the history: %w", err)
	}
	return nil
}

// opened gives the open database.
func (s *Store) opened(ctx context.Context) (*sql.DB, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.suspect && s.db != nil {
		_ = s.db.Close() // what it says of a damaged file tells nothing new
		s.db = nil
	}
	if s.db == nil {
		if err := s.open(ctx); err != nil {
			return nil, err
		}
	}
	return s.db, nil
}

// write runs f in a transaction that is kept where f succeeds.
func (s *Store) write(ctx context.Context, f func(*sql.Tx) error) error {
	db, err := s.opened(ctx)
	if err != nil {
		return err
	}
	s.writing.Lock()
	defer s.writing.Unlock()
	ctx, cancel := context.WithTimeout(ctx, writeTime)
	defer cancel()
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return s.checked(fmt.Errorf("writing the history: %w", err))
	}
	defer tx.Rollback() // without effect after a commit
	if err := f(tx); err != nil {
		return s.checked(err)
	}
	if err := tx.Commit(); err != nil {
		return s.checked(fmt.Errorf("writing the history: %w", err))
	}
	return nil
}

// read runs f on the open database.
func (s *Store) read(ctx context.Context, f func(*sql.DB) error) error {
	db, err := s.opened(ctx)
	if err != nil {
		return err
	}
	return s.checked(f(db))
}

// checked looks at an error: one that tells of a corrupted file has the file opened anew, with a closer look.
func (s *Store) checked(err error) error {
	if !corrupted(err) {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.suspect = s.path != ""
	return fmt.Errorf("the history's file %s is damaged and will be set aside: %w", s.path, err)
}

func milliseconds(t time.Time) int64 { return t.UnixMilli() }
func moment(ms int64) time.Time      { return time.UnixMilli(ms).UTC() }
