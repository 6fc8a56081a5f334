package search

import (
	"context"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// worthwhile is the number of walks without a change after which a tree is watched.
const worthwhile = 2

// startRecord starts a record if the walk is one of the whole tree.
func (m *memory) startRecord(o Options) *record {
	if m == nil || strings.Trim(o.Dir, "/") != "" {
		return nil
	}
	return &record{}
}

// storeRecord stores the record of a complete walk.
func (m *memory) storeRecord(r *record) {
	if r == nil || r.spoiled {
		return
	}
	r.folders, r.files = slices.Clip(r.folders), slices.Clip(r.files)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.whole = r
}

// unchanged returns the record of what the walk would find, nil if it must be walked.
func (m *memory) unchanged(ctx context.Context, o Options, rules *rules) *record {
	if m == nil {
		return nil
	}
	m.mu.RLock()
	whole := m.whole
	m.mu.RUnlock()
	r := whole.below(strings.Trim(o.Dir, "/"))
	if r == nil || r.folders[0].above != rules {
		return nil
	}
	if o.Skip != nil && slices.ContainsFunc(r.folders[1:], func(f recorded) bool { return o.Skip(strings.TrimSuffix(f.rel, "/"), true) }) {
		return nil
	}
	if whole.trust.Load().holds(o.Root) {
		return r
	}
	if r == whole && m.verify(ctx, o.Root, r) || r != whole && m.areUnchanged(ctx, o.Root, r.folders) {
		return r
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.whole == r {
		m.whole = nil // the next walk makes another
	}
	return nil
}

// verify checks each folder of a whole record, and trusts the record from then on if the tree is watched.
func (m *memory) verify(ctx context.Context, root string, r *record) bool {
	if r.checks.Add(1) == worthwhile {
		m.startWatch(root)
	}
	t := m.watchRecord(r)
	same := m.areUnchanged(ctx, root, r.folders)
	if same && t != nil {
		r.trust.Store(t)
	}
	return same
}

// count returns the number of files of the last walk, 0 if that is not known.
func (m *memory) count() int {
	if m == nil {
		return 0
	}
	m.mu.RLock()
	defer m.mu.RUnlock()
	if m.whole == nil {
		return 0
	}
	return len(m.whole.files)
}

// areUnchanged reports whether all folders and their ignore files are unchanged.
func (m *memory) areUnchanged(ctx context.Context, root string, folders []recorded) bool {
	var next atomic.Int64
	var changed atomic.Bool
	check := func() {
		files := newFiles(root)
		defer files.close()
		const step = 64
		for ctx.Err() == nil && !changed.Load() {
			end := int(next.Add(step))
			if end-step >= len(folders) {
				return
			}
			for _, f := range folders[end-step : min(end, len(folders))] {
				if !m.isCurrent(f.rel, f.listing, files) {
					changed.Store(true)
					return
				}
			}
		}
	}
	var helpers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0)-1, len(folders)/256) {
		helpers.Go(check)
	}
	check()
	helpers.Wait()
	return ctx.Err() == nil && !changed.Load()
}

// recall returns the content of a folder if it is stored and unchanged.
func (m *memory) recall(f *folder, files *files) *listing {
	if m == nil {
		return nil
	}
	m.mu.RLock()
	l := m.folders[f.rel]
	m.mu.RUnlock()
	if l == nil || l.above != f.rules || !m.isCurrent(f.rel, l, files) {
		return nil
	}
	return l
}

// isCurrent reports whether the folder is unchanged.
func (m *memory) isCurrent(rel string, l *listing, files *files) bool {
	return files.isUnchanged(rel, l.is) && files.device == m.device && files.sameRules(l.files)
}

// startListing records the state of a folder before it is read.
func (m *memory) startListing(f *folder, files *files) *listing {
	if m == nil {
		return nil
	}
	l := &listing{above: f.rules, before: m.now()}
	l.is = l.stamp(f.rel, files)
	l.unsettled = l.unsettled || files.device != m.device
	return l
}

// store stores a folder that was read.
func (m *memory) store(f *folder, l *listing) {
	if m == nil || l.unsettled {
		return
	}
	l.items, l.rules = f.items, f.rules
	m.mu.Lock()
	defer m.mu.Unlock()
	more := len(l.items)
	if old := m.folders[f.rel]; old != nil {
		more -= len(old.items)
	}
	if m.items+more <= maxItems {
		f.listing = l
		m.folders[f.rel] = l
		m.items += more
	}
}
