package index

import (
	"context"
	"errors"
	"io"
	"path/filepath"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"ptk-lsp/workspace/background"
	"ptk-lsp/workspace/repomap"
	"ptk-lsp/workspace/search"
	"ptk-lsp/workspace/segment"
)

// member is a folder of a set.
type member struct {
	root    string
	ctx     context.Context //nolint:containedctx // ends the work in the background
	cancel  context.CancelFunc
	todo    *todo
	outline *outline
	ready   chan struct{} // closed once the folder was read, or can't be
	fresh   chan struct{} // holds one value if there may be something to embed
	closed  chan struct{} // closed once its index was closed
	partial atomic.Bool   // reading was stopped, so some files are missing

	mu    sync.Mutex // guards index
	index *Index     // nil before it is open, and after it was closed
}

func newMember(ctx context.Context, root string) *member {
	m := &member{
		root: root, todo: newTodo(root), outline: &outline{drawn: make(chan struct{})},
		ready: make(chan struct{}), fresh: make(chan struct{}, 1), closed: make(chan struct{}),
	}
	m.ctx, m.cancel = context.WithCancel(ctx)
	m.todo.add(nil)
	return m
}

// wait waits until the folder was read once, and reports whether it was.
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

// within returns the texts of files in the folder by their paths from it, and those that are loose: in no folder at all.
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
	if errors.Is(err, segment.ErrCorrupt) {
		if err := x.reset(segments); err != nil {
			return nil, err
		}
		m.todo.add(nil)
		return nil, nil // it is built again
	}
	return hits, err
}

// run opens the index and keeps it up to date until the folder is removed from the set.
func (m *member) run(o SetOptions) {
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
	if x.Status().Files > 0 { // a map of what was indexed before serves until all files were looked at
		m.outline.invalidate()
		_ = m.outline.update(m.ctx, x) // if the index is damaged, that is noticed when the files are looked at
	}
	var embedding sync.WaitGroup
	if x.o.Embed.Documents != nil {
		embedding.Go(func() {
			embedMissing(m.ctx, m.fresh, func() error { return m.watched(o, true, x.Embed) }, func(err error) { o.Failed(m.root, err) })
		})
	}
	m.follow(x, o, ready)
	embedding.Wait()
	m.set(nil)
	if err := x.Close(); err != nil {
		o.Failed(m.root, err)
	}
}

func (m *member) set(x *Index) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.index = x
}

// follow updates the index whenever there is something to do, until the folder is removed. It calls ready after the first time.
func (m *member) follow(x *Index, o SetOptions, ready func()) {
	freeMemory := sync.OnceFunc(debug.FreeOSMemory) // that the first reading of all files took
	for {
		select {
		case <-m.ctx.Done():
			return
		case <-m.todo.wake:
		}
		err := m.update(x, o)
		if m.ctx.Err() == nil {
			ready()
		}
		if errors.Is(err, segment.ErrLocked) || errors.Is(err, ErrStopped) {
			err = nil // the process that has the lock builds it, or the user stopped it
		}
		signal(m.fresh)
		if err = errors.Join(err, m.outline.update(m.ctx, x)); err != nil && m.ctx.Err() == nil {
			o.Failed(m.root, err)
		}
		freeMemory()
	}
}

func (m *member) update(x *Index, o SetOptions) error {
	paths, all := m.todo.take()
	if all || len(paths) > 0 {
		m.outline.invalidate()
	}
	switch {
	case len(paths) == 0 && !all:
		return nil
	case !all:
		return x.Changed(m.ctx, paths)
	}
	err := m.watched(o, false, x.Refresh)
	m.partial.Store(errors.Is(err, ErrStopped))
	return err
}

// overview returns the map of the folder, nil if there is none yet, and has an outdated one made again.
func (m *member) overview() *repomap.Map {
	tree, outdated := m.outline.get()
	if outdated {
		signal(m.todo.wake)
	}
	return tree
}

// watched does something that is reported once it has begun, and that the user can stop.
//
//nolint:contextcheck // indexing outlives the request that starts it
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

// The map of an index of so many bytes, or of so many files, takes tens of milliseconds.
const (
	quickBytes = 32 << 20
	quickFiles = 150
)

// isQuick reports whether the map can be made at once: there is an index that is not large, or there are few files.
func (m *member) isQuick(ctx context.Context, o SetOptions) bool {
	if bytes := segment.NewDir(Place(o.Cache, m.root)).Bytes(segments); bytes > 0 {
		return bytes <= quickBytes
	}
	files := 0
	err := search.Walk(ctx, o.Options(m.root).Search, func(search.Entry) error {
		if files++; files > quickFiles {
			return io.EOF
		}
		return nil
	})
	return err == nil
}
