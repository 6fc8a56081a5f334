package index

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"ptk-lsp/workspace/regular"
	"ptk-lsp/workspace/search"
)

const (
	// maxFile is the size above which a file is data more likely than text; it is not indexed.
	maxFile = 1 << 20
	sniffed = 8000 // bytes in which a NUL tells a binary file
	// grain is how exact the time of a file's change is at the worst: one that changed so shortly ago is looked at again.
	grain = 2 * time.Second
)

// Progress is told how many of the files that changed have been read.
type Progress func(done, total int)

// Refresh walks the folder and reads what has changed since; where the system has told what was written and no file has come
// or gone, it reads that. What it has read lasts even where the context ends it early.
func (x *Index) Refresh(ctx context.Context, progress Progress) error {
	x.writing.Lock()
	defer x.writing.Unlock()
	if err := x.own(); err != nil {
		return err
	}
	rels, ok := x.written()
	told := x.follower
	x.follower = nil
	if ok {
		if err := x.reread(ctx, rels); err != nil {
			return err
		}
		x.follower = told
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

// written gives the files that were written since the last refresh; ok is false where that is not known, or where files have
// come or gone.
func (x *Index) written() (rels []string, ok bool) {
	if x.follower == nil {
		return nil, false
	}
	rels, ok = x.follower.Written()
	return rels, ok && x.follower.Same()
}

// survey walks the folder and gives the files that are not in the index as they are, and those in it that are gone.
func (x *Index) survey(ctx context.Context) (todo, gone []string, err error) {
	r := search.NewReader(x.o.Search.Root)
	defer r.Close()
	there := map[*segment][]bool{}
	for _, s := range x.segments {
		there[s] = make([]bool, len(s.files))
	}
	err = search.Walk(ctx, x.o.Search, func(e search.Entry) error {
		if e.Type != 0 {
			return nil
		}
		if k, ok := x.files[e.Rel]; ok {
			there[k.segment][k.at] = true
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
		if !there[k.segment][k.at] {
			gone = append(gone, rel)
		}
	}
	return todo, gone, nil
}

// Changed reads the files again, given by their paths from the folder: some that were changed, made or removed.
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
		info, err := os.Lstat(x.path(rel))
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

func (x *Index) path(rel string) string {
	return filepath.Join(x.o.Search.Root, filepath.FromSlash(rel))
}

// update writes segments of the files and of those that are gone; the caller holds writing.
func (x *Index) update(ctx context.Context, todo, gone []string, progress Progress) error {
	if len(todo)+len(gone) == 0 {
		return nil
	}
	b := newBuilder()
	slices.Sort(gone)
	for _, rel := range gone {
		b.remove(rel)
	}
	for i, rel := range todo {
		if ctx.Err() != nil {
			return errors.Join(context.Cause(ctx), x.install(b)) // what was read lasts
		}
		x.read(b, rel)
		if progress != nil && (i%64 == 0 || i+1 == len(todo)) {
			progress(i+1, len(todo))
		}
		if b.large() {
			if err := x.install(b); err != nil {
				return err
			}
			b = newBuilder()
		}
	}
	return x.install(b)
}

// read adds a file to the builder; one that can't be read or is no text is remembered, so that it is not tried again.
func (x *Index) read(b *builder, rel string) {
	info, err := os.Lstat(x.path(rel))
	if err != nil || !info.Mode().IsRegular() {
		return
	}
	f := fileEntry{rel: rel, size: info.Size(), mtime: info.ModTime().UnixNano()}
	if time.Since(info.ModTime()) < grain {
		f.mtime = 0
	}
	var text []byte
	if f.size <= maxFile {
		text, err = regular.Read(x.path(rel), maxFile)
	}
	if err != nil || bytes.IndexByte(text[:min(len(text), sniffed)], 0) >= 0 {
		text = nil
	}
	b.add(f, text)
}

// install writes the builder as the newest segment and takes it into use.
func (x *Index) install(b *builder) error {
	if len(b.files) == 0 {
		return nil
	}
	number := 1
	if n := len(x.segments); n > 0 {
		number = x.segments[n-1].number + 1
	}
	path := filepath.Join(x.dir, fmt.Sprintf("segment-%08d", number))
	if err := b.save(path); err != nil {
		return err
	}
	s, err := openSegment(path, number)
	if err != nil {
		return err
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.segments = append(x.segments, s)
	x.supersede(s)
	return nil
}

// Segments that are small, or of which most is dead, are read into one when there are maxSmall of them.
const (
	maxSmall   = 12
	smallBytes = 4 << 20
)

// compact reads the files of small segments into one again, and removes what is dead; the caller holds writing.
func (x *Index) compact(ctx context.Context) error {
	var old []*segment
	wasted := false
	for _, s := range x.segments {
		waste := s.bytes >= smallBytes && 2*s.deadFiles > len(s.files)
		if wasted = wasted || waste; waste || s.bytes < smallBytes {
			old = append(old, s)
		}
	}
	if len(old) < maxSmall && !wasted {
		return nil
	}
	var todo []string
	gone := map[string]bool{}
	for _, s := range old {
		todo = append(todo, s.live()...)
		for _, f := range s.files {
			if _, there := x.files[f.rel]; !there {
				gone[f.rel] = true
			}
		}
	}
	slices.Sort(todo)
	if err := x.update(ctx, todo, x.stillIn(gone, old), nil); err != nil {
		return err
	}
	return x.drop(old)
}

// stillIn gives those of the files that segments other than the old ones have.
func (x *Index) stillIn(gone map[string]bool, old []*segment) []string {
	var out []string
	for _, s := range x.segments {
		if slices.Contains(old, s) {
			continue
		}
		for _, f := range s.files {
			if gone[f.rel] {
				out = append(out, f.rel)
				delete(gone, f.rel)
			}
		}
	}
	return out
}

// live gives the files that no later segment has.
func (s *segment) live() []string {
	var out []string
	for i, f := range s.files {
		if !s.dead[i] {
			out = append(out, f.rel)
		}
	}
	return out
}

// drop removes segments, the oldest first, so that what they took back does not come back.
func (x *Index) drop(old []*segment) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	var errs []error
	for _, s := range old {
		x.segments = slices.DeleteFunc(x.segments, func(o *segment) bool { return o == s })
		errs = append(errs, s.close(), os.Remove(s.file.Name()))
	}
	x.resolve()
	return errors.Join(errs...)
}
