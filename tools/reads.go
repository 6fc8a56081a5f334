package tools

import (
	"maps"
	"slices"
	"sync"
)

// Reads remembers which files a conversation has read, and how they were, and the calls of its turn. It is safe for concurrent use.
type Reads struct {
	mu     sync.Mutex        // guards what follows
	hashes map[string]string // by absolute path
	news   []Seen            // since [Reads.News]
	shown  map[string]bool   // whether the user lets the model see the credentials in a text, by path and hash
	turn   string            // to which calls belong
	calls  []past
}

// Seen is a file as a conversation knows it.
type Seen struct {
	Path string // absolute
	Hash string // "" where it is gone
}

// NewReads makes an empty one, for a new conversation.
func NewReads() *Reads { return &Reads{hashes: map[string]string{}, shown: map[string]bool{}} }

// Note remembers that the file at the absolute path was seen, or written, with the hash.
func (r *Reads) Note(path, hash string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.hashes[path] = hash
	r.news = append(r.news, Seen{path, hash})
}

// Forget drops a file that is gone.
func (r *Reads) Forget(path string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.hashes, path)
	r.news = append(r.news, Seen{Path: path})
}

// Paths gives the files that the conversation knows, by their absolute paths.
func (r *Reads) Paths() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Sorted(maps.Keys(r.hashes))
}

// News gives what was noted and forgotten since it was asked for last, to be kept with the conversation.
func (r *Reads) News() []Seen {
	r.mu.Lock()
	defer r.mu.Unlock()
	news := r.news
	r.news = nil
	return news
}

// Restore puts back what [Reads.News] gave, in its order.
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

// Hash gives the hash with which the file was seen last; ok is false where it was not.
func (r *Reads) Hash(path string) (hash string, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	hash, ok = r.hashes[path]
	return hash, ok
}

// maySee tells whether the user lets the model see the credentials in texts; asked is false where that was not asked yet.
func (r *Reads) maySee(texts string) (may, asked bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	may, asked = r.shown[texts]
	return may, asked
}

// noteMaySee remembers the user's answer for as long as the conversation is loaded.
func (r *Reads) noteMaySee(texts string, may bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.shown[texts] = may
}
