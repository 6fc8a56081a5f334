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

// Errors of the store, each wrapped with the name that was given.
var (
	ErrUnknown = errors.New("no such conversation")
	ErrNoTurn  = errors.New("no such turn")
	ErrBusy    = errors.New("a turn of this conversation is still running")
	// ErrLost means that the lease expired and another process has taken the conversation over.
	ErrLost = errors.New("another process has taken the conversation over")
)

// writeTime bounds the wait for one write, the wait for other processes included.
const writeTime = 15 * time.Second

// Store is a file of conversations, opened when it is first needed. It is safe for concurrent use.
type Store struct {
	path string // "" keeps everything in memory
	me   string // the name of this process as a holder
	// schema holds the migrations from each version of the file to the next.
	schema fs.FS

	searched atomic.Bool  // the first search has indexed the open turns
	running  atomic.Int64 // turns of this process that have begun and not ended

	mu      sync.Mutex // guards what follows, and the opening
	db      *sql.DB    // nil before the first use
	notices []string
	suspect bool // an error showed damage: the file is opened and checked again

	writing sync.Mutex // held while this process writes: SQLite has one writer and polls for the others
}

// New returns a store of the file at path, which need not exist; nothing is opened yet. An empty path keeps conversations in
// memory.
func New(path string) *Store {
	return &Store{path: path, me: processName() + ":" + rand.Text(), schema: embedded}
}

// Notices returns, once, what the user should know about the file: that it can't be used, or was renamed because of damage.
func (s *Store) Notices() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := s.notices
	s.notices = nil
	return n
}

// Close closes the file. It is opened again if the store is used afterwards.
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

// opened returns the open database.
func (s *Store) opened(ctx context.Context) (*sql.DB, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.suspect && s.db != nil {
		_ = s.db.Close() // an error of a damaged file is known already
		s.db = nil
	}
	if s.db == nil {
		if err := s.open(ctx); err != nil {
			return nil, err
		}
	}
	return s.db, nil
}

// write runs f in a transaction, which is committed if f succeeds.
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
	defer tx.Rollback() // no effect after a commit
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

// checked returns the error; if it shows damage, the file is opened again and checked.
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
