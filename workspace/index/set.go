package index

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// Set keeps the indexes of a workspace's folders current in the background, at low priority. It is safe for concurrent use.
type Set struct {
	o      SetOptions
	ctx    context.Context //nolint:containedctx // ends the work in the background
	cancel context.CancelFunc
	tasks  sync.WaitGroup

	mu      sync.Mutex // guards the fields below
	folders []*member
	started bool
	buffers map[string]string // unsaved texts, by absolute path or URI
}

// NewSet returns a set without folders. It must be closed.
func NewSet(o SetOptions) *Set {
	s := &Set{o: o}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	return s
}

// Start starts indexing in the background; [Set.Search] does so too.
func (s *Set) Start() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.started || s.ctx.Err() != nil {
		return
	}
	s.started = true
	for _, m := range s.folders {
		s.tasks.Go(func() { m.run(s.o) })
	}
}

// SetFolders sets the folders that are indexed, by their absolute paths, and closes the indexes of the others.
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
			s.tasks.Go(func() { m.run(s.o) })
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

// Reopen closes the indexes and opens them again, with their current options.
func (s *Set) Reopen() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, m := range s.folders {
		m.cancel()
		next := newMember(s.ctx, m.root)
		s.folders[i] = next
		if s.started && s.ctx.Err() == nil {
			s.tasks.Go(func() {
				<-m.closed
				next.run(s.o)
			})
		}
	}
}

// Changed reports that files were changed, made or removed, by their absolute paths.
func (s *Set) Changed(paths []string) {
	for _, m := range s.members() {
		m.todo.add(paths)
	}
}

// Refresh looks at all files again, for instance after a command that may have changed some.
func (s *Set) Refresh() {
	for _, m := range s.members() {
		m.todo.add(nil)
	}
}

// FolderStatus is what the index of a folder holds.
type FolderStatus struct {
	Root string
	Status
	Open bool // the index could be opened; until then the status is empty
}

// Status returns what the indexes hold.
func (s *Set) Status() (all []FolderStatus) {
	for _, m := range s.members() {
		st := FolderStatus{Root: m.root}
		m.mu.Lock()
		x := m.index
		m.mu.Unlock()
		if x != nil {
			st.Status, st.Open = x.Status(), true
		}
		all = append(all, st)
	}
	return all
}

// Rebuild drops what the indexes hold and reads all files again, in the background. The error wraps [segment.ErrLocked] if another
// process builds one of them.
func (s *Set) Rebuild() error {
	s.Start()
	var errs []error
	for _, m := range s.members() {
		m.mu.Lock()
		x := m.index
		m.mu.Unlock()
		if x == nil {
			continue // it is not open yet
		}
		errs = append(errs, x.Clear())
		m.todo.add(nil)
	}
	return errors.Join(errs...)
}

// SetBuffers sets the texts of files that an editor holds with unsaved changes, by their absolute paths: until the next call searches
// use these texts instead of the files. Texts with other names, such as URIs of documents that are no files, are searched too.
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

// Path returns the absolute path of the file, or the URI of a document that is in no folder.
func (h FolderHit) Path() string {
	if h.Root == "" {
		return h.Rel
	}
	return filepath.Join(h.Root, filepath.FromSlash(h.Rel))
}

// Search returns the k pieces that fit the query best in all folders. It waits for folders that are read for the first
// time until the context wait ends; complete is false if one was still being read.
func (s *Set) Search(ctx, wait context.Context, query string, k int) (hits []FolderHit, complete bool, err error) {
	s.Start() //nolint:contextcheck // indexing outlives the search that starts it
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
			loose = nil // the first folder searches them
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

// Map returns the maps of the folders that have one, in at most so many tokens; "" if none has. It never waits: after
// a change it returns the previous map, which is then made again in the background.
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

// Mapped waits until each folder has a map, or the context ends. Call [Set.Start] before.
func (s *Set) Mapped(ctx context.Context) {
	for _, m := range s.members() {
		select {
		case <-m.outline.drawn:
		case <-m.closed: // it won't have one
		case <-ctx.Done():
			return
		}
	}
}

// Quick reports whether the maps are there within tens of milliseconds after [Set.Start].
func (s *Set) Quick(ctx context.Context) bool {
	return !slices.ContainsFunc(s.members(), func(m *member) bool { return !m.isQuick(ctx, s.o) })
}

func (s *Set) members() []*member {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.folders)
}

// Close stops the background; what was read by then stays on the disk.
func (s *Set) Close() {
	s.mu.Lock()
	s.cancel()
	s.mu.Unlock()
	s.tasks.Wait()
}
