package trigram

import (
	"context"
	"errors"
	"regexp/syntax"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"ptk-lsp/workspace/background"
	"ptk-lsp/workspace/search"
	"ptk-lsp/workspace/segment"
)

// SetOptions are the settings of a [Set].
type SetOptions struct {
	Place   func(root string) string         // returns the folder of a folder's index
	Options func(root string) search.Options // select the files to index
	// Failed is called with errors of the background; it must not be nil.
	Failed func(root string, err error)
}

// Set holds the indexes of folders, and builds them in the background, at low priority, after the first search. It is safe for
// concurrent use.
type Set struct {
	o      SetOptions
	ctx    context.Context //nolint:containedctx // ends the work in the background
	cancel context.CancelFunc
	tasks  sync.WaitGroup

	mu      sync.Mutex // guards the fields below
	members map[string]*member
}

// NewSet returns an empty set. It must be closed.
func NewSet(o SetOptions) *Set {
	s := &Set{o: o, members: map[string]*member{}}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	return s
}

// Of returns the index of a folder, for [search.Options]. The first search opens it.
func (s *Set) Of(root string) search.Index {
	s.mu.Lock()
	defer s.mu.Unlock()
	m, ok := s.members[root]
	if !ok {
		m = &member{set: s, root: root, wake: make(chan struct{}, 1)}
		s.members[root] = m
	}
	return m
}

// Close stops the background and closes the indexes.
func (s *Set) Close() {
	s.mu.Lock()
	s.cancel()
	s.mu.Unlock()
	s.tasks.Wait()
	for _, m := range s.members {
		m.release()
	}
}

// member is a folder of a set.
type member struct {
	set  *Set
	root string
	wake chan struct{} // holds one value if the index should be refreshed

	mu      sync.Mutex // guards the fields below
	index   *Index     // nil if it is not open
	running bool       // its goroutine
	used    time.Time
	next    time.Time // before which it is not refreshed again
	failed  bool      // it can't be written
	stale   bool      // it should be refreshed, not only verified
	unknown *atomic.Int64
}

const (
	// Each search has to read the files that the index does not know; from this number on it is refreshed.
	manyUnknown = 64
	// A refresh takes at most 1/refreshShare of the time.
	refreshShare = 20
	minPause     = 5 * time.Second
	startAfter   = 3 * time.Second  // when the search that asked for it should be over
	idle         = 10 * time.Minute // after which the index is closed until the next search
)

// Narrow implements [search.Index].
func (m *member) Narrow(expr *syntax.Regexp) func() search.Lacks {
	x, unknown := m.open()
	narrow, err := x.narrow(expr, unknown)
	if err == nil {
		return narrow
	}
	if errors.Is(err, segment.ErrCorrupt) {
		err = x.discard()
	}
	if err != nil {
		m.fail(err)
	}
	return nil
}

// open returns the index, and the counter of files that it does not know. It asks for a refresh if the last search found many of
// them.
func (m *member) open() (*Index, *atomic.Int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := time.Now()
	m.used = now
	if m.index == nil {
		m.index = Open(m.set.o.Place(m.root), m.set.o.Options(m.root))
	}
	stale := len(m.index.open()) == 0 || m.unknown != nil && m.unknown.Load() > int64(manyUnknown+m.index.leftOut())
	m.start()
	if (stale || !m.index.trusted()) && !m.failed && now.After(m.next) {
		m.stale = stale
		select {
		case m.wake <- struct{}{}:
		default: // it is awake
		}
	}
	m.unknown = &atomic.Int64{}
	return m.index, m.unknown
}

// start starts the goroutine that refreshes and closes the index; the caller holds mu.
func (m *member) start() {
	if m.running {
		return
	}
	m.set.mu.Lock()
	defer m.set.mu.Unlock()
	if m.set.ctx.Err() == nil {
		m.running = true
		m.set.tasks.Go(m.run)
	}
}

// run refreshes the index when it is asked to, and closes it when it was not used for long.
func (m *member) run() {
	background.LowPriority()
	tick := time.NewTicker(idle / 2)
	defer tick.Stop()
	for {
		select {
		case <-m.set.ctx.Done():
			return
		case now := <-tick.C:
			m.closeUnused(now)
			continue
		case <-m.wake:
		}
		select {
		case <-m.set.ctx.Done():
			return
		case <-time.After(startAfter):
		}
		m.update()
	}
}

// update refreshes the index if it is stale, and verifies it.
func (m *member) update() {
	m.mu.Lock()
	x, stale := m.index, m.stale
	m.stale = false
	m.mu.Unlock()
	if x == nil {
		return
	}
	start := time.Now()
	var err error
	if stale {
		err = x.Refresh(m.set.ctx, nil)
		debug.FreeOSMemory() // free what building took
	}
	if err == nil || errors.Is(err, segment.ErrLocked) {
		err = x.Verify(m.set.ctx)
	}
	m.mu.Lock()
	m.next = time.Now().Add(max(minPause, refreshShare*time.Since(start)))
	m.mu.Unlock()
	if err != nil && m.set.ctx.Err() == nil {
		m.fail(err)
	}
}

// fail reports the first failure; searches go on without the index.
func (m *member) fail(err error) {
	m.mu.Lock()
	reported := m.failed
	m.failed = true
	m.mu.Unlock()
	if !reported {
		m.set.o.Failed(m.root, err)
	}
}

func (m *member) closeUnused(now time.Time) {
	m.mu.Lock()
	unused := now.Sub(m.used) > idle
	m.mu.Unlock()
	if unused {
		m.release()
	}
}

func (m *member) release() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.index != nil {
		m.index.Close()
		m.index = nil
	}
}
