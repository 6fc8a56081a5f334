package index

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"path/filepath"
	"slices"
	"sync"
)

// SetOptions say how the indexes of a [Set] are made.
type SetOptions struct {
	// Cache is the folder in which they lie, each in one of its own; see [Place].
	Cache string
	// Options gives those of a folder's index.
	Options func(root string) Options
	// Progress is told while a folder is read; nil where nobody asks. It is called from several goroutines.
	Progress func(root string, done, total int)
	// Failed is told what went wrong in the background; it must not be nil.
	Failed func(root string, err error)
}

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

// FolderHit is a hit in one of several folders.
type FolderHit struct {
	Root string // the folder's absolute path
	Hit
}

// Search gives the k pieces that fit the query best in all folders. It waits for folders that are read for the first
// time until the context wait ends; complete is false where one was still being read.
func (s *Set) Search(ctx, wait context.Context, query string, k int) (hits []FolderHit, complete bool, err error) {
	s.Start()
	complete = true
	for _, m := range s.members() {
		complete = m.wait(wait) && complete
		if err := ctx.Err(); err != nil {
			return nil, false, context.Cause(ctx)
		}
		found, err := m.search(ctx, query, k)
		if err != nil {
			return nil, false, err
		}
		for _, h := range found {
			hits = append(hits, FolderHit{m.root, h})
		}
	}
	slices.SortStableFunc(hits, func(a, b FolderHit) int { return cmp.Compare(b.Score, a.Score) })
	return hits[:min(k, len(hits))], complete, nil
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

// member is a folder of a set.
type member struct {
	root   string
	ctx    context.Context
	cancel context.CancelFunc
	wake   chan struct{} // holds one where there is something to do
	ready  chan struct{} // closed once the folder was read whole, or can't be

	mu    sync.Mutex // guards what follows
	index *Index     // nil before it is open, and after it was closed
	paths []string   // that changed
	all   bool       // look at all files
}

func newMember(ctx context.Context, root string) *member {
	m := &member{root: root, wake: make(chan struct{}, 1), ready: make(chan struct{})}
	m.ctx, m.cancel = context.WithCancel(ctx)
	m.changed(nil)
	return m
}

// changed notes paths for the background, all where there are none.
func (m *member) changed(paths []string) {
	m.mu.Lock()
	for _, p := range paths {
		if rel, err := filepath.Rel(m.root, p); err == nil && filepath.IsLocal(rel) {
			m.paths = append(m.paths, filepath.ToSlash(rel))
		}
	}
	m.all = m.all || len(paths) == 0
	idle := !m.all && len(m.paths) == 0
	m.mu.Unlock()
	if idle {
		return
	}
	select {
	case m.wake <- struct{}{}:
	default: // it is awake
	}
}

// wait waits until the folder was read once.
func (m *member) wait(ctx context.Context) bool {
	select {
	case <-m.ready:
		return true
	case <-ctx.Done():
		return false
	case <-m.ctx.Done():
		return false
	}
}

func (m *member) search(ctx context.Context, query string, k int) ([]Hit, error) {
	m.mu.Lock()
	x := m.index
	m.mu.Unlock()
	if x == nil {
		return nil, nil
	}
	hits, err := x.Search(ctx, query, k)
	if errors.Is(err, ErrCorrupt) {
		if err := x.Clear(); err != nil {
			return nil, err
		}
		m.changed(nil)
		return nil, nil // it is built again
	}
	return hits, err
}

// keep opens the index and does what is to be done until the folder is let go.
func (m *member) keep(o SetOptions) {
	lowPriority()
	ready := sync.OnceFunc(func() { close(m.ready) })
	defer ready()
	defer m.cancel()
	x, err := Open(Place(o.Cache, m.root), o.Options(m.root))
	if err != nil {
		o.Failed(m.root, err)
		return
	}
	m.set(x)
	defer func() {
		m.set(nil)
		if err := x.Close(); err != nil {
			o.Failed(m.root, err)
		}
	}()
	for {
		select {
		case <-m.ctx.Done():
			return
		case <-m.wake:
		}
		if err := m.update(x, o); err != nil && m.ctx.Err() == nil && !errors.Is(err, ErrLocked) {
			o.Failed(m.root, err)
		}
		if m.ctx.Err() == nil {
			ready()
		}
	}
}

func (m *member) set(x *Index) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.index = x
}

func (m *member) update(x *Index, o SetOptions) error {
	m.mu.Lock()
	paths, all := m.paths, m.all
	m.paths, m.all = nil, false
	m.mu.Unlock()
	if !all {
		slices.Sort(paths)
		return x.Changed(m.ctx, slices.Compact(paths))
	}
	return x.Refresh(m.ctx, func(done, total int) {
		if o.Progress != nil {
			o.Progress(m.root, done, total)
		}
	})
}
