package turn

import "sync"

// Queue holds messages that the user sends while a turn runs. The zero value is an open queue. It is safe for concurrent use.
type Queue struct {
	mu       sync.Mutex // guards what follows
	messages []string
	closed   bool
}

// Put adds a message. It returns false if the turn no longer reads messages.
func (q *Queue) Put(message string) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return false
	}
	q.messages = append(q.messages, message)
	return true
}

// take empties the queue. If last is set and the queue was empty it is closed.
func (q *Queue) take(last bool) []string {
	q.mu.Lock()
	defer q.mu.Unlock()
	taken := q.messages
	q.messages = nil
	q.closed = q.closed || last && len(taken) == 0
	return taken
}
