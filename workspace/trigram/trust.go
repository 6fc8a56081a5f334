package trigram

import (
	"context"
	"slices"
	"sync"

	"ptk-lsp/workspace/search"
)

// trust knows which files are unchanged without asking for their state, because the system reports what is written. It is safe for
// concurrent use.
type trust struct {
	mu       sync.Mutex       // guards the fields below
	follower *search.Follower // nil if nothing is trusted
	segments []*fileSet       // that are trusted
	sure     []set            // files of each that have not been written since; copied before a change
}

// Verify checks the state of each file once. From then on the system reports what is written, if it can do so in time, and
// searches need not check again. Verify returns the context's error if that ends.
func (x *Index) Verify(ctx context.Context) error {
	x.refreshing.Lock()
	defer x.refreshing.Unlock()
	segments := x.open()
	if len(segments) == 0 {
		return nil
	}
	f := x.o.Memory.Follow(ctx, x.o)
	if f == nil {
		return context.Cause(ctx)
	}
	sure, err := x.compare(ctx, segments)
	if err != nil || !f.Same() {
		return err
	}
	t := &x.trust
	t.mu.Lock()
	defer t.mu.Unlock()
	t.follower, t.segments, t.sure = f, segments, sure
	return nil
}

// compare returns the files of each segment that are unchanged and that can't be written by another name.
func (x *Index) compare(ctx context.Context, segments []*fileSet) ([]set, error) {
	r := search.NewReader(x.o.Root)
	defer r.Close()
	var sure []set
	var look []func(string, search.Stamp) int
	for _, s := range segments {
		sure, look = append(sure, newSet(len(s.rels))), append(look, s.finder())
	}
	err := search.Walk(ctx, x.o, func(e search.Entry) error {
		is, ok := r.Stamp(e.Rel)
		if !ok || !r.Alone() {
			return nil
		}
		for i, look := range look {
			if at := look(e.Rel, is); at >= 0 {
				sure[i].add(at)
			}
		}
		return nil
	})
	return sure, err
}

// sureOf returns the files of each segment that are unchanged, nil if that is not known of any.
func (t *trust) sureOf(segments []*fileSet) []set {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.follower == nil {
		return nil
	}
	written, ok := t.follower.Written()
	if !ok || !slices.Equal(t.segments, segments) {
		t.follower, t.segments, t.sure = nil, nil, nil
		return nil
	}
	if len(written) > 0 {
		t.remove(written)
	}
	return t.sure
}

// remove removes the files that were written. The sets may be in use, so they are copied.
func (t *trust) remove(written []string) {
	t.sure = slices.Clone(t.sure)
	for i, s := range t.segments {
		t.sure[i] = slices.Clone(t.sure[i])
		for _, rel := range written {
			if at := s.find(rel, 0); at >= 0 {
				t.sure[i].remove(at)
			}
		}
	}
}

// trusted reports whether any file is trusted.
func (x *Index) trusted() bool {
	x.trust.mu.Lock()
	defer x.trust.mu.Unlock()
	return x.trust.follower != nil
}
