package search

import (
	"context"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// record is what a walk of a whole tree came by, so that the next one need not go its way where nothing has changed. Both
// lists are in the order of the walk. A nil one records nothing.
type record struct {
	folders []recorded
	files   []item
	spoiled bool                  // something of the tree is not in it
	trust   atomic.Pointer[trust] // nil where nobody tells what changes
	checks  atomic.Int32          // how many times all folders were looked at
}

// worthwhile is how many walks of a tree in which nothing changes make it worth to have the system tell of changes.
const worthwhile = 2

type recorded struct {
	rel string
	*listing
}

// startRecord begins a record where the walk is one of the whole tree.
func (m *memory) startRecord(o Options) *record {
	if m == nil || strings.Trim(o.Dir, "/") != "" {
		return nil
	}
	return &record{}
}

func (r *record) folder(f *folder) {
	if r == nil {
		return
	}
	r.spoiled = r.spoiled || f.listing == nil
	r.folders = append(r.folders, recorded{f.rel, f.listing})
}

func (r *record) file(i item) {
	if r != nil && !r.spoiled {
		r.files = append(r.files, i)
	}
}

func (r *record) spoil() {
	if r != nil {
		r.spoiled = true
	}
}

// keepRecord keeps the record of a walk that came to its end.
func (m *memory) keepRecord(r *record) {
	if r == nil || r.spoiled {
		return
	}
	r.folders, r.files = slices.Clip(r.folders), slices.Clip(r.files)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.whole = r
}

// unchanged gives what the walk would find, nil where that has to be looked for.
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
	if r == whole && m.verify(ctx, o.Root, r) || r != whole && m.still(ctx, o.Root, r.folders) {
		return r
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.whole == r {
		m.whole = nil // the next walk makes another
	}
	return nil
}

// verify looks at each folder of a whole record, and puts trust in it where the tree is watched.
func (m *memory) verify(ctx context.Context, root string, r *record) bool {
	if r.checks.Add(1) == worthwhile {
		m.listen(root)
	}
	t := m.watchRecord(r)
	same := m.still(ctx, root, r.folders)
	if same && t != nil {
		r.trust.Store(t)
	}
	return same
}

// count is how many files there were the last time, 0 where that is not known.
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

// below gives the part of a record that is of a folder, nil where it has none.
func (r *record) below(dir string) *record {
	if r == nil || dir == "" {
		return r
	}
	dir += "/"
	from, ok := slices.BinarySearchFunc(r.folders, dir, func(f recorded, dir string) int { return strings.Compare(f.rel, dir) })
	if !ok {
		return nil
	}
	end := from
	for end < len(r.folders) && strings.HasPrefix(r.folders[end].rel, dir) {
		end++
	}
	out := &record{folders: r.folders[from:end]}
	at, _ := slices.BinarySearchFunc(r.files, dir, func(i item, dir string) int { return strings.Compare(i.rel, dir) })
	for ; at < len(r.files) && strings.HasPrefix(r.files[at].rel, dir); at++ {
		out.files = append(out.files, r.files[at])
	}
	return out
}

// still tells whether all folders are as they were, and their ignore files.
func (m *memory) still(ctx context.Context, root string, folders []recorded) bool {
	var next atomic.Int64
	var changed atomic.Bool
	look := func() {
		files := newFiles(root)
		defer files.close()
		const step = 64
		for ctx.Err() == nil && !changed.Load() {
			end := int(next.Add(step))
			if end-step >= len(folders) {
				return
			}
			for _, f := range folders[end-step : min(end, len(folders))] {
				if !m.holds(f.rel, f.listing, files) {
					changed.Store(true)
					return
				}
			}
		}
	}
	var helpers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0)-1, len(folders)/256) {
		helpers.Go(look)
	}
	look()
	helpers.Wait()
	return ctx.Err() == nil && !changed.Load()
}

func (r *record) give(ctx context.Context, found func(item) error) error {
	for i, f := range r.files {
		if i%1024 == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err := found(f); err != nil {
			return err
		}
	}
	return nil
}
