package tools

import (
	"maps"
	"slices"
	"sync"
)

// Reads stores which files a conversation has read, with their hashes, and the calls of its turn. It is safe for concurrent
// use.
type Reads struct {
	mu     sync.Mutex        // guards what follows
	hashes map[string]string // by absolute path
	news   []Seen            // since [Reads.News]
	shown  map[string]bool   // whether the user lets the model see the credentials in texts, by path and hash
	turn   string            // the turn of calls
	calls  []pastCall
}

// Seen is the state in which a conversation last saw a file.
type Seen struct {
	Path string // absolute
	Hash string // "" if it was deleted
}

// NewReads returns an empty Reads for a new conversation.
func NewReads() *Reads { return &Reads{hashes: map[string]string{}, shown: map[string]bool{}} }

// Note stores the hash of a file, by its absolute path, that was read or written.
func (r *Reads) Note(path, hash string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.hashes[path] = hash
	r.news = append(r.news, Seen{path, hash})
}

// Forget removes a file that was deleted.
func (r *Reads) Forget(path string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.hashes, path)
	r.news = append(r.news, Seen{Path: path})
}

// Paths returns the absolute paths of the files that the conversation has read.
func (r *Reads) Paths() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Sorted(maps.Keys(r.hashes))
}

// News returns what was noted and forgotten since the last call, to be stored with the conversation.
func (r *Reads) News() []Seen {
	r.mu.Lock()
	defer r.mu.Unlock()
	news := r.news
	r.news = nil
	return news
}

// Restore restores what [Reads.News] returned, in order.
func (r *Reads) Restore(seen []Seen) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, s := range seen {
		if s.Hash == "" {
			delete(r.hashes, s.Path)
			continue
		}
		r.hashes[s.Path] = s.Hash
	}
}

// Hash returns the hash with which the file was last seen; ok reports whether it was.
func (r *Reads) Hash(path string) (hash string, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	hash, ok = r.hashes[path]
	return hash, ok
}

// maySee reports whether the user lets the model see the credentials in texts; asked is false if the user was not asked yet.
func (r *Reads) maySee(texts string) (may, asked bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	may, asked = r.shown[texts]
	return may, asked
}

// noteMaySee stores the user's answer as long as the conversation is loaded.
func (r *Reads) noteMaySee(texts string, may bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.shown[texts] = may
}
