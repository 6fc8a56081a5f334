package search

import (
	"context"
	"slices"
	"strings"
	"sync/atomic"
)

// record is what a walk of a whole tree found, so that the next one can be skipped if nothing has changed. Both lists are in the
// order of the walk. A nil record records nothing.
type record struct {
	folders []recorded
	files   []item
	spoiled bool                  // a part of the tree is missing
	trust   atomic.Pointer[trust] // nil if the tree is not watched
	checks  atomic.Int32          // number of times that all folders were checked
}

type recorded struct {
	rel string
	*listing
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

// below returns the part of a record below a folder, nil if it has none.
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

func (r *record) emit(ctx context.Context, found func(item) error) error {
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
