package ptk

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
)

// ErrNotRunning is what [Manager.Steer] refuses where no turn of the conversation runs here.
var ErrNotRunning = errors.New("no turn of this conversation is running")

// Steer tells the model something at the running turn's next step; where it has just answered, it is asked once more.
func (m *Manager) Steer(_ context.Context, id, message string) error {
	if blank(message) {
		return fmt.Errorf("%w: message: is empty", chat.ErrBadRequest)
	}
	q := m.running.of(id)
	if q == nil || !q.put(message) {
		return fmt.Errorf("conversation %q: %w", id, ErrNotRunning)
	}
	return nil
}

// running are the turns that can be steered, by conversation.
type running struct {
	mu     sync.Mutex // guards queues
	queues map[string]*queue
}

func (r *running) of(id string) *queue {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.queues[id]
}

// add opens the queue of a conversation; the function that it gives closes it.
func (r *running) add(id string, q *queue) (remove func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.queues[id] = q
	return func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		delete(r.queues, id)
	}
}

// queue holds what the user said while a turn runs.
type queue struct {
	mu       sync.Mutex // guards what follows
	messages []string
	closed   bool
}

// put adds a message; it answers false where nobody will look any more.
func (q *queue) put(message string) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return false
	}
	q.messages = append(q.messages, message)
	return true
}

// take empties the queue; with last it is closed where it was empty.
func (q *queue) take(last bool) []string {
	q.mu.Lock()
	defer q.mu.Unlock()
	taken := q.messages
	q.messages = nil
	q.closed = q.closed || last && len(taken) == 0
	return taken
}

// hear takes what the user said since the last step into the conversation; true where that was something. After the last
// call, which found nothing, nothing can be said any more.
func (t *turn) hear(ctx context.Context, last bool) bool {
	said := t.queue.take(last)
	for _, s := range said {
		t.emit(chat.UserMessage{Text: s})
		pictures := len(t.pictures)
		text := t.steeringText(context.WithoutCancel(ctx), s)
		t.append(chat.Message{Role: llm.User, Text: text, Images: t.pictures[pictures:]})
	}
	return len(said) > 0
}
