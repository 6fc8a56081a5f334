package trigram

import (
	"context"
	"errors"
	"os"

	"ptk-lsp/workspace/search"
	"ptk-lsp/workspace/segment"
)

// The index holds no more than this; searches read the other files.
const (
	maxFiles = 1 << 20
	maxText  = 8 << 30 // bytes
)

// Worthwhile is how many files a folder must have to be indexed: fewer are read as quickly.
const Worthwhile = 256

// Progress is called with the number of files that have been read, of those that are to be read.
type Progress func(done, total int)

// Refresh reads the files that the index does not have in their present state, and all files if those are many. The error wraps
// [segment.ErrLocked] if another process does so, and is the context's if that ends; then nothing has changed.
func (x *Index) Refresh(ctx context.Context, progress Progress) error {
	x.refreshing.Lock()
	defer x.refreshing.Unlock()
	if err := x.dir.Make(); err != nil {
		return err
	}
	err := x.dir.Lock()
	if err != nil && !errors.Is(err, segment.ErrLocked) {
		return err
	}
	x.reload() // another process may have built it
	if err != nil {
		return err
	}
	err = x.refresh(ctx, progress)
	x.clean()
	return errors.Join(err, x.dir.Unlock())
}

func (x *Index) refresh(ctx context.Context, progress Progress) error {
	segments := x.open()
	total, changed, err := x.survey(ctx, segments)
	if err != nil {
		return err
	}
	switch {
	case len(segments) == 0 && len(total) < Worthwhile:
		return nil
	case len(segments) == 0 || len(changed) > len(total)/4:
		return x.build(ctx, base, total, progress)
	case len(changed) == 0 || len(segments) > 1 && segments[1].has(changed):
		return nil
	}
	return x.build(ctx, delta, changed, progress)
}

// survey walks the folder and returns all files, and those that the base does not have in their present state.
func (x *Index) survey(ctx context.Context, segments []*fileSet) (total, changed []file, err error) {
	r := search.NewReader(x.o.Root)
	defer r.Close()
	find := func(string, search.Stamp) int { return -1 }
	if len(segments) > 0 {
		find = segments[0].finder()
	}
	err = search.Walk(ctx, x.o, func(e search.Entry) error {
		if e.Type != 0 {
			return nil
		}
		stamp, ok := r.Stamp(e.Rel)
		if !ok {
			return nil
		}
		f := file{rel: e.Rel, stamp: stamp}
		total = append(total, f)
		if find(e.Rel, stamp) < 0 {
			changed = append(changed, f)
		}
		return nil
	})
	return total, changed, err
}

// build writes a segment of the files and uses it: a base in place of all, a delta beside the base.
func (x *Index) build(ctx context.Context, kind string, files []file, progress Progress) (err error) {
	temp, err := x.dir.Temp()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, temp.Close(), os.Remove(temp.Name())) }()
	b := newBuilder(temp)
	left, err := x.read(ctx, b, files, progress)
	if err != nil {
		return err
	}
	path := x.dir.Path(kind, x.dir.Next(base, delta))
	if err := b.save(ctx, path); err != nil {
		return err
	}
	s, err := openSegment(path)
	if err != nil {
		return err
	}
	return x.install(s, kind == base, left)
}

// read gives the builder the texts of files, except those that may still change without another stamp. It returns the number of
// files that can't be indexed at all.
func (x *Index) read(ctx context.Context, b *builder, files []file, progress Progress) (left int, err error) {
	r := search.NewReader(x.o.Root)
	defer r.Close()
	text := int64(0)
	for i, f := range files {
		if ctx.Err() != nil {
			return 0, context.Cause(ctx)
		}
		if progress != nil && (i%256 == 0 || i+1 == len(files)) {
			progress(i+1, len(files))
		}
		if text += f.stamp.Size; text > maxText || i >= maxFiles {
			left++
			continue
		}
		now := x.now()
		data, stamp, err := r.Read(f.rel)
		if err != nil {
			left++
			continue
		}
		if !stamp.Settled(now) {
			continue
		}
		if err := b.add(f.rel, stamp, data); err != nil {
			return 0, err
		}
	}
	return left, nil
}

// install uses a segment: in place of all if alone, else beside the base.
func (x *Index) install(s *fileSet, alone bool, left int) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	keep := 1
	if alone {
		keep = 0
	}
	if len(x.segments) < keep {
		return s.Close() // the base was found to be damaged meanwhile
	}
	for _, old := range x.segments[keep:] {
		_ = old.Close() // it was only read
	}
	x.segments, x.left = append(x.segments[:keep:keep], s), left
	return nil
}

// clean removes the files that are no longer used. A file that another process still has open and that the system therefore
// doesn't remove is removed the next time.
func (x *Index) clean() {
	used := map[string]bool{}
	for _, s := range x.open() {
		used[s.Name()] = true
	}
	_ = x.dir.Clean(func(path string) bool { return used[path] }, base, delta)
}
