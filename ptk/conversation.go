package ptk

import (
	"context"
	"crypto/rand"
	"fmt"
	"sync"

	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/history"
	"ptk-lsp/tools"
)

// conversation is one thread of messages while a turn holds it: what the next prompt is made of.
type conversation struct {
	id       string
	hold     *history.Hold
	reads    *tools.Reads
	messages []chat.Message // those that the prompt still has
	mark     mark           // what became of those before
	last     int            // the number of the last message
}

// add numbers a message of the turn and takes it in.
func (c *conversation) add(turn string, m chat.Message) chat.Message {
	c.last++
	m.N, m.Turn = c.last, turn
	c.messages = append(c.messages, m)
	return m
}

// openings remembers, for each conversation that was open here, which files it has read.
type openings struct {
	mu    sync.Mutex // guards reads
	reads map[string]*tools.Reads
}

func (o *openings) of(id string) *tools.Reads {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.reads[id] == nil {
		o.reads[id] = tools.NewReads()
	}
	return o.reads[id]
}

func (o *openings) forget(id string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	delete(o.reads, id)
}

// open takes a conversation for a turn, or a new one where id is "", and reads what its prompt is made of.
func (m *Manager) open(ctx context.Context, id string) (*conversation, error) {
	hold, err := m.cfg.History.Take(ctx, id)
	if err != nil {
		return nil, err
	}
	c := &conversation{id: hold.ID(), hold: hold, reads: m.openings.of(hold.ID())}
	if id == "" {
		return c, nil
	}
	if err := m.load(ctx, c); err != nil {
		if e := hold.Release(); e != nil {
			err = fmt.Errorf("%w; then %w", err, e)
		}
		return nil, err
	}
	return c, nil
}

// load reads the messages, and closes what a turn that was cut off has left open.
func (m *Manager) load(ctx context.Context, c *conversation) error {
	entries, err := m.cfg.History.Prompt(ctx, c.id)
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
	return m.mend(ctx, c)
}

// newID gives a name that nobody else has.
func newID() string { return rand.Text() }
