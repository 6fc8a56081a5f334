package ptk

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"sync"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/history"
	"ptk-lsp/tools"
)

// message is one entry of a conversation, kept in a form from which both text and native prompts are made.
type message struct {
	n    int    // counted from 1 through the whole conversation
	turn string // the id of its turn
	role llm.Role
	// text is what the user, or the model beside its calls, said; for an assistant whose calls stood in the text,
	// raw is that text whole.
	text, raw string
	images    []llm.Image    // of the user
	calls     []callRecord   // of an assistant
	results   []resultRecord // of a tool message, one for each call, in its order
	seen      []tools.Seen   // the files that came into the prompt with it, or were changed by it
}

// callRecord is a call as the model made it.
type callRecord struct {
	id, tool, reasoning string
	args                json.RawMessage
}

// resultRecord is what a call came to, as the model is told.
type resultRecord struct {
	callID, tool string
	ok           bool
	body         json.RawMessage // the result's JSON; empty where failure says all
	failure      string
	images       []llm.Image
}

// conversation is one thread of messages while a turn holds it: what the next prompt is made of.
type conversation struct {
	id       string
	hold     *history.Hold
	reads    *tools.Reads
	messages []message // those that the prompt still has
	mark     mark      // what became of those before
	last     int       // the number of the last message
}

// add numbers a message of the turn and takes it in.
func (c *conversation) add(turn string, m message) message {
	c.last++
	m.n, m.turn = c.last, turn
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
		c.messages, c.last = append(c.messages, msg), msg.n
		c.reads.Restore(msg.seen)
	}
	return m.mend(ctx, c)
}

// newID gives a name that nobody else has.
func newID() string { return rand.Text() }
