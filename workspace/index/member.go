package index

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"

	"ptk-lsp/workspace/background"
	"ptk-lsp/workspace/repomap"
	"ptk-lsp/workspace/search"
)

// member is a folder of a set.
type member struct {
	root   string
	ctx    context.Context
	cancel context.CancelFunc
	wake   chan struct{} // holds one where there is something to do
	ready  chan struct{} // closed once the folder was read, or can't be
	fresh  chan struct{} // holds one where there may be something to embed
	drawn  chan struct{} // closed once there is a map
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
	m := &member{root: root, wake: make(chan struct{}, 1), ready: make(chan struct{}), fresh: make(chan struct{}, 1), drawn: make(chan struct{}), closed: make(chan struct{})}
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

// within gives the texts of files in the folder by their paths from it, and those that are loose: in no folder at all.
func (m *member) within(texts map[string]string) (own, loose map[string]string) {
	own, loose = map[string]string{}, map[string]string{}
	for path, text := range texts {
		if !filepath.IsAbs(path) {
			loose[path] = text
		} else if rel, err := filepath.Rel(m.root, path); err == nil && filepath.IsLocal(rel) {
			own[filepath.ToSlash(rel)] = text
		}
	}
	return own, loose
}

func (m *member) search(ctx context.Context, query string, k int, own, loose map[string]string) ([]Hit, error) {
	m.mu.Lock()
	x := m.index
	m.mu.Unlock()
	if x == nil {
		return nil, nil
	}
	if err := x.SetBuffers(own, loose); err != nil {
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
	background.LowPriority()
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
	m.drawOld(x)
	var embedding sync.WaitGroup
	embedding.Go(func() { m.embed(x, o) })
	m.follow(x, o, ready)
	embedding.Wait()
	m.set(nil)
	if err := x.Close(); err != nil {
		o.Failed(m.root, err)
	}
}

// follow brings the index up to date whenever there is something to do, until the folder is let go; ready is called after the
// first time.
func (m *member) follow(x *Index, o SetOptions, ready func()) {
	giveBack := sync.OnceFunc(debug.FreeOSMemory) // what the first reading of all files took
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
		giveBack()
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
	if m.tree == nil {
		close(m.drawn)
	}
	m.tree = tree
	return nil
}

// drawOld makes the map of what was indexed before, which serves until all files were looked at.
func (m *member) drawOld(x *Index) {
	if x.Status().Files == 0 {
		return
	}
	m.mu.Lock()
	m.stale = true
	m.mu.Unlock()
	_ = m.draw(x) // a damaged index is found to be so when the files are looked at
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

// quick tells whether the map can be had at once: there is an index, and it is not large, or there are few files.
func (m *member) quick(ctx context.Context, o SetOptions) bool {
	segments, err := filepath.Glob(filepath.Join(Place(o.Cache, m.root), "segment-*"))
	if err != nil {
		return false
	}
	var bytes int64
	for _, name := range segments {
		if info, err := os.Stat(name); err == nil {
			bytes += info.Size()
		}
	}
	if bytes > 0 {
		return bytes <= quickBytes
	}
	files := 0
	err = search.Walk(ctx, o.Options(m.root).Search, func(search.Entry) error {
		if files++; files > quickFiles {
			return io.EOF
		}
		return nil
	})
	return err == nil
}
