package search

import (
	"maps"
	"path/filepath"
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

// listing is what a folder held.
type listing struct {
	is    Stamp
	files []ruleFile // its ignore files
	above *rules     // of the folders above
	rules *rules     // with its own
	items []item     // without those that the rules hide, sorted
	// before is when the folder had not been read yet; what was stamped after that less the grain is not kept.
	before time.Time
	fresh  bool // something of it may change again without another stamp
}

// ruleFile is a file that the rules of a folder come from, or would where it were there.
type ruleFile struct {
	rel   string
	is    Stamp
	there bool
}

// recall gives what a folder holds where that is known and nothing has changed.
func (m *memory) recall(f *folder, files *files) *listing {
	if m == nil {
		return nil
	}
	m.mu.RLock()
	l := m.folders[f.rel]
	m.mu.RUnlock()
	if l == nil || l.above != f.rules || !m.holds(f.rel, l, files) {
		return nil
	}
	return l
}

// holds tells whether the folder is as it was.
func (m *memory) holds(rel string, l *listing, files *files) bool {
	return files.still(rel, l.is) && files.device == m.device && files.sameRules(l.files)
}

func (f *files) sameRules(rules []ruleFile) bool {
	return !slices.ContainsFunc(rules, func(r ruleFile) bool {
		is, there := f.stamp(r.rel)
		return there != r.there || there && is != r.is
	})
}

func (f *files) still(rel string, was Stamp) bool {
	is, ok := f.stamp(rel)
	return ok && is == was
}

// begin notes how a folder is before it is read.
func (m *memory) begin(f *folder, files *files) *listing {
	if m == nil {
		return nil
	}
	l := &listing{above: f.rules, before: m.now()}
	l.is = l.stamp(f.rel, files)
	l.fresh = l.fresh || files.device != m.device
	return l
}

func (l *listing) stamp(rel string, files *files) Stamp {
	is, ok := files.stamp(rel)
	l.fresh = l.fresh || !ok || !is.Settled(l.before)
	return is
}

// stampRules notes how the ignore files are before they are read.
func (l *listing) stampRules(items []item, prefix int, files *files) {
	if l == nil {
		return
	}
	for _, i := range items {
		if i.kind == regular && slices.Contains(ruleFiles(), i.rel[prefix:]) {
			l.files = append(l.files, ruleFile{i.rel, l.stamp(i.rel, files), true})
		}
	}
}

// stampOutside notes how files are that lie elsewhere, or that they are not there.
func (l *listing) stampOutside(root string, paths []string, files *files) {
	if l == nil {
		return
	}
	for _, path := range paths {
		rel, err := filepath.Rel(root, path)
		if err != nil || !filepath.IsLocal(rel) {
			l.fresh = true
			return
		}
		f := ruleFile{rel: filepath.ToSlash(rel)}
		if f.is, f.there = files.stamp(f.rel); f.there && !f.is.Settled(l.before) {
			l.fresh = true
		}
		l.files = append(l.files, f)
	}
}

// keep keeps a folder that was read.
func (m *memory) keep(f *folder, l *listing) {
	if m == nil || l.fresh {
		return
	}
	l.items, l.rules = f.items, f.rules
	m.mu.Lock()
	defer m.mu.Unlock()
	more := len(l.items)
	if old := m.folders[f.rel]; old != nil {
		more -= len(old.items)
	}
	if m.items+more <= mostItems {
		f.listing = l
		m.folders[f.rel] = l
		m.items += more
	}
}
