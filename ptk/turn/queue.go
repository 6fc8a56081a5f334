package turn

import (
	"crypto/rand"
	"slices"
	"sync"

	"ptk-lsp/ptk/chat"
)

// Queue holds messages that the user sends while a turn runs. The zero value is an open queue. It is safe for concurrent use.
type Queue struct {
	mu       sync.Mutex // guards what follows
	messages []queued
	closed   bool
}

type queued struct {
	id      string
	message chat.UserMessage
}

// Put adds a message and returns its id. It returns false if the turn no longer reads messages.
func (q *Queue) Put(message chat.UserMessage) (id string, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return "", false
	}
	id = rand.Text()
	q.messages = append(q.messages, queued{id, message})
	return id, true
}

// Remove takes a message back. It reports whether the message was still in the queue.
func (q *Queue) Remove(id string) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	before := len(q.messages)
	q.messages = slices.DeleteFunc(q.messages, func(m queued) bool { return m.id == id })
	return len(q.messages) < before
}

// take empties the queue and returns its messages. If last is set and the queue was empty it is closed.
func (q *Queue) take(last bool) (messages []chat.UserMessage) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, m := range q.messages {
		messages = append(messages, m.message)
	}
	q.messages = nil
	q.closed = q.closed || last && len(messages) == 0
	return messages
}
