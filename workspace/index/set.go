package index

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"ptk-lsp/workspace/repomap"
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
	buffers map[string]string // unsaved texts, by absolute path
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
// their place until the next call.
func (s *Set) SetBuffers(texts map[string]string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.buffers = texts
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
	s.mu.Lock()
	buffers := s.buffers
	s.mu.Unlock()
	for _, m := range s.members() {
		complete = m.wait(wait) && !m.partial.Load() && complete
		if err := ctx.Err(); err != nil {
			return nil, false, context.Cause(ctx)
		}
		found, err := m.search(ctx, query, k, m.within(buffers))
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
	ready  chan struct{} // closed once the folder was read, or can't be
	fresh  chan struct{} // holds one where there may be something to embed
	closed chan struct{} // closed once its index was closed
	// partial is true where reading was stopped, so that some is not known.
	partial atomic.Bool

	mu    sync.Mutex // guards what follows
	index *Index     // nil before it is open, and after it was closed
	paths []string   // that changed
	all   bool       // look at all files
	tree  *repomap.Map
	stale bool // tree is older than the index
	asked bool // somebody wanted tree since
}

func newMember(ctx context.Context, root string) *member {
	m := &member{root: root, wake: make(chan struct{}, 1), ready: make(chan struct{}), fresh: make(chan struct{}, 1), closed: make(chan struct{})}
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
	if !idle {
		m.rouse()
	}
}

// rouse has the background look for what there is to do.
func (m *member) rouse() { signal(m.wake) }

// signal puts one into a channel that holds at most one.
func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default: // there is one
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

// within gives the texts of files in the folder by their paths from it.
func (m *member) within(texts map[string]string) map[string]string {
	own := map[string]string{}
	for path, text := range texts {
		if rel, err := filepath.Rel(m.root, path); err == nil && filepath.IsLocal(rel) {
			own[filepath.ToSlash(rel)] = text
		}
	}
	return own
}

func (m *member) search(ctx context.Context, query string, k int, buffers map[string]string) ([]Hit, error) {
	m.mu.Lock()
	x := m.index
	m.mu.Unlock()
	if x == nil {
		return nil, nil
	}
	if err := x.SetBuffers(buffers); err != nil {
		return nil, err
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
	defer close(m.closed)
	defer m.cancel()
	x, err := Open(Place(o.Cache, m.root), o.Options(m.root))
	if err != nil {
		o.Failed(m.root, err)
		return
	}
	m.set(x)
	var embedding sync.WaitGroup
	embedding.Go(func() { m.embed(x, o) })
	defer func() {
		embedding.Wait()
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
		err := m.update(x, o)
		if m.ctx.Err() == nil {
			ready()
		}
		if errors.Is(err, ErrLocked) || errors.Is(err, ErrStopped) {
			err = nil // the process that has it builds it; the user wants none now
		}
		signal(m.fresh)
		if err = errors.Join(err, m.draw(x)); err != nil && m.ctx.Err() == nil {
			o.Failed(m.root, err)
		}
	}
}

// overview gives the map of the folder, nil where there is none yet, and has an old one made anew.
func (m *member) overview() *repomap.Map {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.stale && m.tree != nil {
		m.asked = true
		m.rouse()
	}
	return m.tree
}

// draw makes the map where there is none, or an old one was asked for.
func (m *member) draw(x *Index) error {
	m.mu.Lock()
	wanted := m.stale && (m.tree == nil || m.asked)
	m.stale, m.asked = m.stale && !wanted, false
	m.mu.Unlock()
	if !wanted {
		return nil
	}
	tree, err := x.Map(m.ctx)
	if err != nil {
		return fmt.Errorf("making the map: %w", err)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.tree = tree
	return nil
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
	m.stale = m.stale || all || len(paths) > 0
	m.mu.Unlock()
	switch {
	case len(paths) == 0 && !all:
		return nil
	case !all:
		slices.Sort(paths)
		return x.Changed(m.ctx, slices.Compact(paths))
	}
	err := m.watched(o, false, x.Refresh)
	m.partial.Store(errors.Is(err, ErrStopped))
	return err
}

// watched does something that is told of once it has begun, and that can be stopped.
func (m *member) watched(o SetOptions, embedding bool, do func(context.Context, Progress) error) error {
	ctx, stop := context.WithCancelCause(m.ctx)
	defer stop(nil)
	var report Progress
	end := func(error) {}
	err := do(ctx, func(done, total int) {
		if o.Watch == nil {
			return
		}
		if report == nil {
			report, end = o.Watch(Task{m.root, embedding, func() { stop(ErrStopped) }})
		}
		report(done, total)
	})
	if err != nil && errors.Is(context.Cause(ctx), ErrStopped) {
		err = ErrStopped
	}
	end(err)
	return err
}
