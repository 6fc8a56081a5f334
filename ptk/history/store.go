package history

import (
	"crypto/rand"
	"errors"
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

// Store is a file of conversations, opened when it is first needed. It is safe for concurrent use.
type Store struct {
	*database
	me       string       // the name of this process as a holder
	searched atomic.Bool  // the first search has indexed the open turns
	running  atomic.Int64 // turns of this process that have begun and not ended
}

// New returns a store of the file at path, which need not exist; nothing is opened yet. An empty path keeps conversations in
// memory.
func New(path string) *Store {
	files := migrations{path: path, schema: embedded}
	return &Store{database: &database{migrations: files}, me: processName() + ":" + rand.Text()}
}

func milliseconds(t time.Time) int64 { return t.UnixMilli() }
func moment(ms int64) time.Time      { return time.UnixMilli(ms).UTC() }
