package tools

import "sync"

// Reads remembers which files a conversation has read, and how they were, and the calls of its turn. It is safe for concurrent use.
type Reads struct {
	mu     sync.Mutex        // guards what follows
	hashes map[string]string // by absolute path
	turn   string            // to which calls belong
	calls  []past
}

// NewReads makes an empty one, for a new conversation.
func NewReads() *Reads { return &Reads{hashes: map[string]string{}} }

// Note remembers that the file at the absolute path was seen, or written, with the hash.
func (r *Reads) Note(path, hash string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.hashes[path] = hash
}

// Forget drops a file that is gone.
func (r *Reads) Forget(path string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.hashes, path)
}

// Hash gives the hash with which the file was seen last; ok is false where it was not.
func (r *Reads) Hash(path string) (hash string, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	hash, ok = r.hashes[path]
	return hash, ok
}
