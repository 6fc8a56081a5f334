package search

import (
	"maps"
	"slices"
	"sync"
	"time"
)

// Memory keeps what folders held and which ignore rules were in them. The next walk asks of each folder, and of each
// ignore file, only whether it is still the same: see [Stamp]. What changed within the grain of the clock is not kept, nor
// what lies where such times can't be relied on, so a walk finds the same with a memory and without.
//
// It is safe for concurrent use; a nil one keeps nothing.
type Memory struct {
	lender *Memory // whose memories are used where there are any; nil for those of its own

	mu    sync.Mutex // guards roots
	roots map[string]*memory
}

// NewMemory makes an empty memory.
func NewMemory() *Memory { return &Memory{roots: map[string]*memory{}} }

// Lent gives a memory that uses and tends what this one keeps, but begins with no root of its own: for walks that few of the
// others follow.
func (m *Memory) Lent() *Memory {
	if m == nil {
		return nil
	}
	return &Memory{lender: m}
}

// of gives what is kept of a root, nil where nothing can be.
func (m *Memory) of(root string) *memory {
	if m == nil {
		return nil
	}
	if m.lender != nil {
		return m.lender.known(root)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	r, ok := m.roots[root]
	if !ok && dependable(root) {
		r = newMemory(root)
	}
	m.roots[root] = r
	return r
}

func (m *Memory) known(root string) *memory {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.roots[root]
}

// Keep lets go of what is kept of other roots than these.
func (m *Memory) Keep(roots []string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	maps.DeleteFunc(m.roots, func(root string, kept *memory) bool {
		if slices.Contains(roots, root) {
			return false
		}
		kept.close()
		return true
	})
}

// Close ends what is watched. The memory may be used after that; it keeps what folders held, and watches none.
func (m *Memory) Close() {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, kept := range m.roots {
		kept.close()
	}
}

// memory is what is kept of one root. A nil one keeps nothing.
type memory struct {
	device uint64 // of the root; folders on others are not kept
	now    func() time.Time

	mu      sync.RWMutex // guards what follows
	folders map[string]*listing
	rules   map[ruleKey]*rules
	items   int // in all folders
	whole   *record
	news    *news // nil where nothing is told
	deaf    bool  // there can be no news
}

// mostItems bounds what is kept to some 30 MB.
const mostItems = 400_000

func newMemory(root string) *memory {
	m := &memory{now: time.Now, folders: map[string]*listing{}, rules: map[ruleKey]*rules{}}
	f := newFiles(root)
	defer f.close()
	if _, ok := f.stamp(""); ok {
		m.device = f.device
	}
	return m
}

// ruleKey is where rules stand; what they say is compared.
type ruleKey struct {
	above *rules
	base  string
}

// same gives the rules, or those from before that say the same, so that equal rules are one.
func (m *memory) same(r *rules) *rules {
	if m == nil {
		r.set = newRuleset(r.patterns)
		return r
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	key := ruleKey{r.above, r.base}
	if old := m.rules[key]; old != nil && old.fold == r.fold && old.own == r.own && slices.Equal(old.patterns, r.patterns) {
		return old
	}
	r.set = newRuleset(r.patterns)
	if len(m.rules) >= mostItems/20 {
		clear(m.rules) // of folders that are gone
	}
	m.rules[key] = r
	return r
}

// close ends the watch.
func (m *memory) close() {
	if m == nil {
		return
	}
	m.mu.Lock()
	n := m.news
	m.news, m.deaf = nil, true
	m.mu.Unlock()
	if n != nil {
		n.mu.Lock()
		defer n.mu.Unlock()
		n.end(errNeverTold)
	}
}
