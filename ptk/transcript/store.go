// Package transcript stores conversations in the history and reads them back: it converts messages and events to the records on
// disk, completes turns that were cut off, records running turns, and exports finished ones.
package transcript

import (
	"context"
	"fmt"
	"sync"

	"ptk-lsp/ptk/history"
	"ptk-lsp/tools"
)

// Store opens, lists and changes the conversations of a history. It is safe for concurrent use.
type Store struct {
	history *history.Store
	mu      sync.Mutex // guards reads
	reads   map[string]*tools.Reads
}

// New returns the store of a history, which is not opened before it is needed.
func New(h *history.Store) *Store {
	return &Store{history: h, reads: map[string]*tools.Reads{}}
}

// readsOf returns which files a conversation has read; they are remembered between its turns.
func (s *Store) readsOf(id string) *tools.Reads {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.reads[id] == nil {
		s.reads[id] = tools.NewReads()
	}
	return s.reads[id]
}

func (s *Store) forget(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.reads, id)
}

// Open takes the lease of a conversation for a turn, a new one if id is "", and reads the messages that its prompt is made of.
func (s *Store) Open(ctx context.Context, id string) (*Conversation, error) {
	hold, err := s.history.Take(ctx, id)
	if err != nil {
		return nil, err
	}
	c := &Conversation{ID: hold.ID(), hold: hold, Reads: s.readsOf(hold.ID())}
	if id == "" {
		return c, nil
	}
	if err := s.load(ctx, c); err != nil {
		if e := hold.Release(); e != nil {
			err = fmt.Errorf("%w; then %w", err, e)
		}
		return nil, err
	}
	return c, nil
}

// load reads the messages, and closes what a turn that was cut off left open.
func (s *Store) load(ctx context.Context, c *Conversation) error {
	entries, err := s.history.Prompt(ctx, c.ID)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.Class == history.Mark {
			if c.Mark, err = restoredMark(e); err != nil {
				return err
			}
			continue
		}
		msg, err := restored(e)
		if err != nil {
			return err
		}
		c.Messages, c.last = append(c.Messages, msg), msg.N
		c.Reads.Restore(msg.Seen)
	}
	return s.mend(ctx, c)
}
