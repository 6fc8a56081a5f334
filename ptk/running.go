package ptk

import (
	"errors"
	"sync"

	"ptk-lsp/ptk/turn"
)

// ErrNotRunning means that no turn of the conversation runs in this process.
var ErrNotRunning = errors.New("no turn of this conversation is running")

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
