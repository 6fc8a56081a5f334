package ptk

import (
	"context"
	"fmt"
	"sync"

	"ptk-lsp/ptk/history"
	"ptk-lsp/tools"
)

// transcripts are the conversations in the history. It is safe for concurrent use.
type transcripts struct {
	history *history.Store
	mu      sync.Mutex // guards reads
	reads   map[string]*tools.Reads
}

// newTranscripts returns the conversations that a history holds. The history is not opened before it is needed.
func newTranscripts(h *history.Store) *transcripts {
	return &transcripts{history: h, reads: map[string]*tools.Reads{}}
}

// readsOf returns which files a conversation has read; they are remembered between its turns.
func (s *transcripts) readsOf(id string) *tools.Reads {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.reads[id] == nil {
		s.reads[id] = tools.NewReads()
	}
	return s.reads[id]
}

func (s *transcripts) forget(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.reads, id)
}

// open takes a conversation for a turn, a new one if id is "", and reads the messages that its prompt is made of.
func (s *transcripts) open(ctx context.Context, id string) (*conversation, error) {
	hold, err := s.history.Take(ctx, id)
	if err != nil {
		return nil, err
	}
	c := &conversation{id: hold.ID(), hold: hold, reads: s.readsOf(hold.ID())}
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
func (s *transcripts) load(ctx context.Context, c *conversation) error {
	entries, err := s.history.Prompt(ctx, c.id)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.Class == history.Mark {
			if c.mark, err = restoredMark(e); err != nil {
				return err
			}
			continue
		}
		msg, err := restored(e)
		if err != nil {
			return err
		}
		c.messages, c.last = append(c.messages, msg), msg.N
		c.reads.Restore(msg.Seen)
	}
	return s.mend(ctx, c)
}
