package search

import (
	"maps"
	"slices"
	"sync"
	"time"
)

// Memory stores the content of folders and their ignore rules. The next walk only checks whether each folder and ignore file is
// unchanged: see [Stamp]. Files that changed very recently are not stored, nor are file systems with unreliable times, so a walk
// finds the same with a memory and without.
//
// It is safe for concurrent use; a nil Memory stores nothing.
type Memory struct {
	lender *Memory // whose data is used if there is any; nil if this one has its own

	mu    sync.Mutex // guards roots
	roots map[string]*memory
}

// NewMemory returns an empty memory.
func NewMemory() *Memory { return &Memory{roots: map[string]*memory{}} }

// Lent returns a memory that uses and updates the data of this one, but adds no root: for walks that are seldom repeated.
func (m *Memory) Lent() *Memory {
	if m == nil {
		return nil
	}
	return &Memory{lender: m}
}

// of returns the data of a root, nil if it can't be stored.
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

// Keep drops the data of all roots except these.
func (m *Memory) Keep(roots []string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	maps.DeleteFunc(m.roots, func(root string, data *memory) bool {
		if slices.Contains(roots, root) {
			return false
		}
		data.close()
		return true
	})
}

// Close stops watching. The memory may still be used; it stores folders, and watches none.
func (m *Memory) Close() {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, data := range m.roots {
		data.close()
	}
}

// memory is the stored data of one root. A nil memory stores nothing.
type memory struct {
	device uint64 // of the root; folders on other devices are not stored
	now    func() time.Time

	mu          sync.RWMutex // guards the fields below
	folders     map[string]*listing
	rules       map[ruleKey]*rules
	items       int // in all folders
	whole       *record
	changes     *changeLog // nil if the tree is not watched
	unwatchable bool       // the tree can't be watched
}

// maxItems bounds the memory to about 30 MB.
const maxItems = 400_000

func newMemory(root string) *memory {
	m := &memory{now: time.Now, folders: map[string]*listing{}, rules: map[ruleKey]*rules{}}
	f := newFiles(root)
	defer f.close()
	if _, ok := f.stamp(""); ok {
		m.device = f.device
	}
	return m
}

// ruleKey is where rules come from; their patterns are compared.
type ruleKey struct {
	above *rules
	base  string
}

// intern returns r, or equal rules from before, so that equal rules are identical.
func (m *memory) intern(r *rules) *rules {
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
	if len(m.rules) >= maxItems/20 {
		clear(m.rules) // of folders that are gone
	}
	m.rules[key] = r
	return r
}

// close stops the watch.
func (m *memory) close() {
	if m == nil {
		return
	}
	m.mu.Lock()
	n := m.changes
	m.changes, m.unwatchable = nil, true
	m.mu.Unlock()
	if n != nil {
		n.mu.Lock()
		defer n.mu.Unlock()
		n.end(errUnwatchable)
	}
}
