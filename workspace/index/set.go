package index

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// SetOptions say how the indexes of a [Set] are made.
type SetOptions struct {
	// Cache is the folder in which they lie, each in one of its own; see [Place].
	Cache string
	// Options gives those of a folder's index.
	Options func(root string) Options
	// Watch is told that something begins in the background that may take long, and gives what is told how far it is and,
	// with nil, an error or [ErrStopped], of its end; nil where nobody asks. It is called from several goroutines.
	Watch func(t Task) (report Progress, end func(err error))
	// Failed is told what went wrong in the background; it must not be nil.
	Failed func(root string, err error)
}

// Task is something that a [Set] does in the background.
type Task struct {
	Root      string // the folder
	Embedding bool   // asks a model for vectors; else reads files
	Stop      func() // has it ended for now
}

// ErrStopped is how a [Task] ends that was stopped.
var ErrStopped = errors.New("stopped")

// Place is where the index of a folder lies below the cache folder.
func Place(cache, root string) string {
	sum := sha256.Sum256([]byte(root))
	return filepath.Join(cache, filepath.Base(root)+"-"+hex.EncodeToString(sum[:8]))
}

// Set keeps the indexes of a workspace's folders current in the background, at low priority. It is safe for concurrent use.
type Set struct {
	o      SetOptions
	ctx    context.Context
	cancel context.CancelFunc
	work   sync.WaitGroup

	mu      sync.Mutex // guards what follows
	folders []*member
	started bool
	buffers map[string]string // unsaved texts, by absolute path or URI
}

// NewSet makes a set without folders. It must be closed.
func NewSet(o SetOptions) *Set {
	s := &Set{o: o}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	return s
}

// Start begins the work in the background; [Set.Search] does so too.
func (s *Set) Start() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.started || s.ctx.Err() != nil {
		return
	}
	s.started = true
	for _, m := range s.folders {
		s.work.Go(func() { m.keep(s.o) })
	}
}

// SetFolders says which folders are indexed, by their absolute paths, and lets go of the others.
func (s *Set) SetFolders(roots []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ctx.Err() != nil {
		return
	}
	var next []*member
	for _, root := range roots {
		i := slices.IndexFunc(s.folders, func(m *member) bool { return m.root == root })
		if i >= 0 {
			next = append(next, s.folders[i])
			continue
		}
		m := newMember(s.ctx, root)
		if s.started {
			s.work.Go(func() { m.keep(s.o) })
		}
		next = append(next, m)
	}
	for _, m := range s.folders {
		if !slices.Contains(next, m) {
			m.cancel()
		}
	}
	s.folders = next
}

// Reopen closes the indexes and opens them again, with the options that they have then.
func (s *Set) Reopen() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, m := range s.folders {
		m.cancel()
		next := newMember(s.ctx, m.root)
		s.folders[i] = next
		if s.started && s.ctx.Err() == nil {
			s.work.Go(func() {
				<-m.closed
				next.keep(s.o)
			})
		}
	}
}

// Changed tells that files were changed, made or removed, by their absolute paths.
func (s *Set) Changed(paths []string) {
	for _, m := range s.members() {
		m.changed(paths)
	}
}

// Refresh looks at all files again, as after a command that may have changed some.
func (s *Set) Refresh() {
	for _, m := range s.members() {
		m.changed(nil)
	}
}

// SetBuffers says which files an editor holds with unsaved changes, by their absolute paths: searches find these texts in
// their place until the next call. What has another name, such as the URI of a document that is no file, is found beside them.
func (s *Set) SetBuffers(texts map[string]string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.buffers = texts
}

// FolderHit is a hit in one of several folders.
type FolderHit struct {
	Root string // the folder's absolute path; "" for a document that is in none
	Hit
}

// Path is the absolute path of the file, or the URI of a document that is in no folder.
func (h FolderHit) Path() string {
	if h.Root == "" {
		return h.Rel
	}
	return filepath.Join(h.Root, filepath.FromSlash(h.Rel))
}

// Search gives the k pieces that fit the query best in all folders. It waits for folders that are read for the first
// time until the context wait ends; complete is false where one was still being read.
func (s *Set) Search(ctx, wait context.Context, query string, k int) (hits []FolderHit, complete bool, err error) {
	s.Start()
	complete = true
	s.mu.Lock()
	buffers := s.buffers
	s.mu.Unlock()
	for i, m := range s.members() {
		complete = m.wait(wait) && !m.partial.Load() && complete
		if err := ctx.Err(); err != nil {
			return nil, false, context.Cause(ctx)
		}
		own, loose := m.within(buffers)
		if i > 0 {
			loose = nil // they are found with the first
		}
		found, err := m.search(ctx, query, k, own, loose)
		if err != nil {
			return nil, false, err
		}
		for _, h := range found {
			root := m.root
			if _, ok := loose[h.Rel]; ok {
				root = ""
			}
			hits = append(hits, FolderHit{root, h})
		}
	}
	slices.SortStableFunc(hits, func(a, b FolderHit) int { return cmp.Compare(b.Score, a.Score) })
	return hits[:min(k, len(hits))], complete, nil
}

// Map gives the maps of the folders that are built, in at most so many tokens; "" where none is. It never waits: after
// a change it gives the one before, and has it made anew in the background.
func (s *Set) Map(tokens int) string {
	members := s.members()
	var parts []string
	for _, m := range members {
		if text := m.overview().Text(tokens / len(members)); text != "" {
			if len(members) > 1 {
				text = m.root + ": " + text
			}
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, "\n\n")
}

// Mapped waits until each folder has a map, or the context ends; the work must have begun.
func (s *Set) Mapped(ctx context.Context) {
	for _, m := range s.members() {
		select {
		case <-m.drawn:
		case <-m.closed: // there won't be one
		case <-ctx.Done():
			return
		}
	}
}

// Maps that can be had within some ten milliseconds: from an index of so many bytes on the disk, or by reading so many files.
const (
	quickBytes = 32 << 20
	quickFiles = 150
)

// Quick tells whether the maps can be had within some ten milliseconds once the work has begun.
func (s *Set) Quick(ctx context.Context) bool {
	return !slices.ContainsFunc(s.members(), func(m *member) bool { return !m.quick(ctx, s.o) })
}

func (s *Set) members() []*member {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.folders)
}

// Close ends the work in the background; what was read by then stays on the disk.
func (s *Set) Close() {
	s.mu.Lock()
	s.cancel()
	s.mu.Unlock()
	s.work.Wait()
}
