package index

import (
	"context"
	"errors"
	"os"
	"slices"

	"ptk-lsp/workspace/index/postings"
	"ptk-lsp/workspace/search"
)

// Progress is called with the number of files that have been read, of those that changed.
type Progress func(done, total int)

// Refresh walks the folder and reads what has changed. If the system has reported what was written, and no file was made or
// removed, it reads only that. What it has read is stored even if the context ends it early.
func (x *Index) Refresh(ctx context.Context, progress Progress) error {
	x.writing.Lock()
	defer x.writing.Unlock()
	if err := x.own(); err != nil {
		return err
	}
	rels, ok := x.written()
	follower := x.follower
	x.follower = nil
	if ok {
		if err := x.reread(ctx, rels); err != nil {
			return err
		}
		x.follower = follower
		return nil
	}
	f := x.o.Search.Memory.Follow(ctx, x.o.Search)
	todo, gone, err := x.survey(ctx)
	if err != nil {
		return err
	}
	if err := x.update(ctx, todo, gone, progress); err != nil {
		return err
	}
	x.follower = f
	return x.compact(ctx)
}

// written returns the files that were written since the last refresh; ok is false if that is not known, or if files were made or
// removed.
func (x *Index) written() (rels []string, ok bool) {
	if x.follower == nil {
		return nil, false
	}
	rels, ok = x.follower.Written()
	return rels, ok && x.follower.Same()
}

// survey walks the folder and returns the files that the index does not have in their present state, and those that are gone.
func (x *Index) survey(ctx context.Context) (todo, gone []string, err error) {
	r := search.NewReader(x.o.Search.Root)
	defer r.Close()
	exists := map[*part][]bool{}
	for _, s := range x.segments {
		exists[s] = make([]bool, len(s.Files))
	}
	err = search.Walk(ctx, x.o.Search, func(e search.Entry) error {
		if e.Type != 0 {
			return nil
		}
		if k, ok := x.files[e.Rel]; ok {
			exists[k.segment][k.at] = true
		}
		if is, ok := r.Stamp(e.Rel); ok && !x.current(e.Rel, is.Size, is.Modified) {
			todo = append(todo, e.Rel)
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	for rel, k := range x.files {
		if !exists[k.segment][k.at] {
			gone = append(gone, rel)
		}
	}
	return todo, gone, nil
}

// Changed reads files again that were changed, made or removed; the paths are relative to the folder.
func (x *Index) Changed(ctx context.Context, rels []string) error {
	x.writing.Lock()
	defer x.writing.Unlock()
	if err := x.own(); err != nil {
		return err
	}
	return x.reread(ctx, rels)
}

// reread reads files again; the caller holds writing.
func (x *Index) reread(ctx context.Context, rels []string) error {
	var todo, gone []string
	for _, rel := range rels {
		_, known := x.files[rel]
		info, err := os.Lstat(x.source().path(rel))
		switch {
		case err != nil || !info.Mode().IsRegular():
			if known {
				gone = append(gone, rel)
			}
		case known && x.current(rel, info.Size(), info.ModTime().UnixNano()):
		default:
			hidden, err := search.Ignored(x.o.Search, rel)
			if err != nil {
				return err
			}
			if !hidden {
				todo = append(todo, rel)
			}
		}
	}
	if err := x.update(ctx, todo, gone, nil); err != nil {
		return err
	}
	return x.compact(ctx)
}

func (x *Index) source() source { return source(x.o.Search.Root) }

// update writes segments of the files and of those that are gone; the caller holds writing.
func (x *Index) update(ctx context.Context, todo, gone []string, progress Progress) error {
	if len(todo)+len(gone) == 0 {
		return nil
	}
	b := postings.NewBuilder()
	slices.Sort(gone)
	for _, rel := range gone {
		b.Remove(rel)
	}
	for i, rel := range todo {
		if ctx.Err() != nil {
			return errors.Join(context.Cause(ctx), x.install(b)) // what was read is stored
		}
		x.source().read(b, rel)
		if progress != nil && (i%64 == 0 || i+1 == len(todo)) {
			progress(i+1, len(todo))
		}
		if b.IsLarge() {
			if err := x.install(b); err != nil {
				return err
			}
			b = postings.NewBuilder()
		}
	}
	return x.install(b)
}

// install writes the builder as the newest segment and uses it.
func (x *Index) install(b *postings.Builder) error {
	if b.Files() == 0 {
		return nil
	}
	number := x.dir.Next(segments, vectorFiles) // vectors of a segment that is gone must not become those of this one
	if err := b.Save(x.dir.Path(segments, number)); err != nil {
		return err
	}
	s, err := openPart(x.dir, number)
	if err != nil {
		return err
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.segments = append(x.segments, s)
	x.supersede(s)
	return nil
}

// compact reads the files of small segments into one again, and drops what is dead; the caller holds writing.
func (x *Index) compact(ctx context.Context) error {
	old := x.wasteful()
	if len(old) == 0 {
		return nil
	}
	var todo []string
	gone := map[string]bool{}
	for _, s := range old {
		todo = append(todo, s.live()...)
		for _, f := range s.Files {
			if _, exists := x.files[f.Rel]; !exists {
				gone[f.Rel] = true
			}
		}
	}
	slices.Sort(todo)
	if err := x.update(ctx, todo, x.stillIn(gone, old), nil); err != nil {
		return err
	}
	return x.drop(old)
}

// drop removes segments, the oldest first, so that files which newer ones removed don't reappear.
func (x *Index) drop(old []*part) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	var errs []error
	for _, s := range old {
		x.segments = slices.DeleteFunc(x.segments, func(o *part) bool { return o == s })
		errs = append(errs, s.vectors.Close(), s.Delete())
	}
	x.resolve()
	return errors.Join(errs...)
}
