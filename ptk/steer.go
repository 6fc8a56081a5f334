package ptk

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/turn"
)

// ErrNotRunning means that no turn of the conversation runs in this process.
var ErrNotRunning = errors.New("no turn of this conversation is running")

// Steer sends a message to the model in a running turn: the next request includes it. If the model has just answered it is asked
// once more. The error wraps [ErrNotRunning] if no turn reads it.
func (m *Manager) Steer(_ context.Context, id, message string) error {
	if strings.TrimSpace(message) == "" {
		return fmt.Errorf("%w: message: is empty", chat.ErrBadRequest)
	}
	q := m.running.queue(id)
	if q == nil || !q.Put(message) {
		return fmt.Errorf("conversation %q: %w", id, ErrNotRunning)
	}
	return nil
}

// running holds the queues of the running turns by conversation.
type running struct {
	mu     sync.Mutex // guards queues
	queues map[string]*turn.Queue
}

func (r *running) queue(id string) *turn.Queue {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.queues[id]
}

// add opens a queue for a conversation; remove drops it.
func (r *running) add(id string) (q *turn.Queue, remove func()) {
	q = &turn.Queue{}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.queues[id] = q
	return q, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		delete(r.queues, id)
	}
}
