package trigram

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"

	"ptk-lsp/workspace/search"
)

// The index holds no more than this; files beyond are read by each search.
const (
	maxFiles = 1 << 20
	maxText  = 8 << 30 // bytes
)

// Worthwhile is how many files a folder must have to be indexed: fewer are read as quickly.
const Worthwhile = 256

// Progress is told how many of the files that are to be read have been.
type Progress func(done, total int)

// Refresh reads the files that the index does not know as they are, and all where those are many. An error is under
// [ErrLocked] where another process does so, and the context's where that ends; then nothing has changed.
func (x *Index) Refresh(ctx context.Context, progress Progress) error {
	x.refreshing.Lock()
	defer x.refreshing.Unlock()
	if err := os.MkdirAll(x.dir, 0o700); err != nil {
		return fmt.Errorf("making the trigram index: %w", err)
	}
	lock := flock.New(filepath.Join(x.dir, "lock"))
	locked, err := lock.TryLock()
	if err != nil {
		return fmt.Errorf("locking the trigram index: %w", err)
	}
	x.reload() // another process may have built it
	if !locked {
		return ErrLocked
	}
	err = x.refresh(ctx, progress)
	return errors.Join(err, x.tidy(), lock.Unlock())
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
		return x.build(ctx, basePrefix, total, progress)
	case len(changed) == 0 || len(segments) > 1 && segments[1].knows(changed):
		return nil
	}
	return x.build(ctx, deltaPrefix, changed, progress)
}

// found is a file as the walk met it.
type found struct {
	rel string
	is  search.Stamp
}

// survey walks the folder and gives all files, and those that the base does not know as they are.
func (x *Index) survey(ctx context.Context, segments []*segment) (total, changed []found, err error) {
	r := search.NewReader(x.o.Root)
	defer r.Close()
	look := func(string, search.Stamp) int { return -1 }
	if len(segments) > 0 {
		look = segments[0].looker()
	}
	err = search.Walk(ctx, x.o, func(e search.Entry) error {
		if e.Type != 0 {
			return nil
		}
		is, ok := r.Stamp(e.Rel)
		if !ok {
			return nil
		}
		total = append(total, found{e.Rel, is})
		if look(e.Rel, is) < 0 {
			changed = append(changed, found{e.Rel, is})
		}
		return nil
	})
	return total, changed, err
}

// knows is true where a segment holds these files and no others.
func (s *segment) knows(files []found) bool {
	look := s.looker()
	for _, f := range files {
		if look(f.rel, f.is) < 0 {
			return false
		}
	}
	return len(s.rels) == len(files)
}

// build writes a segment of the files and takes it into use, a base alone.
func (x *Index) build(ctx context.Context, prefix string, files []found, progress Progress) (err error) {
	temp, err := os.CreateTemp(x.dir, "new-*")
	if err != nil {
		return fmt.Errorf("writing the trigram index: %w", err)
	}
	defer func() { err = errors.Join(err, temp.Close(), os.Remove(temp.Name())) }()
	b := newBuilder(temp)
	left, err := x.read(ctx, b, files, progress)
	if err != nil {
		return err
	}
	number := x.next()
	if err := b.save(ctx, x.path(prefix, number)); err != nil {
		return err
	}
	s, err := openSegment(x.path(prefix, number))
	if err != nil {
		return err
	}
	return x.install(s, prefix == basePrefix, left)
}

// next gives the number of a new segment.
func (x *Index) next() int {
	n := 0
	for _, prefix := range []string{basePrefix, deltaPrefix} {
		for _, m := range x.numbers(prefix) {
			n = max(n, m)
		}
	}
	return n + 1
}

// read gives the builder the texts of files. One that may still change without another stamp is not taken in now; left are
// those that can't be taken in at all.
func (x *Index) read(ctx context.Context, b *builder, files []found, progress Progress) (left int, err error) {
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
		if text += f.is.Size; text > maxText || i >= maxFiles {
			left++
			continue
		}
		now := x.now()
		data, is, err := r.Read(f.rel)
		if err != nil {
			left++
			continue
		}
		if !is.Settled(now) {
			continue
		}
		if err := b.add(f.rel, is, data); err != nil {
			return 0, err
		}
	}
	return left, nil
}

// install takes a segment into use: in place of all, or beside the base.
func (x *Index) install(s *segment, alone bool, left int) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	keep := 1
	if alone {
		keep = 0
	}
	if len(x.segments) < keep {
		return s.file.Close() // the base was found to be damaged meanwhile
	}
	for _, old := range x.segments[keep:] {
		_ = old.file.Close() // it was only read
	}
	x.segments, x.left = append(x.segments[:keep:keep], s), left
	return nil
}

// tidy removes what is no longer used; where another process still has it open and the system forbids that, it is done
// the next time.
func (x *Index) tidy() error {
	used := map[string]bool{}
	for _, s := range x.open() {
		used[s.file.Name()] = true
	}
	var names []string
	for _, pattern := range []string{basePrefix + "*", deltaPrefix + "*", "new-*"} {
		found, err := filepath.Glob(filepath.Join(x.dir, pattern))
		if err != nil {
			return err
		}
		names = append(names, found...)
	}
	for _, name := range names {
		if !used[name] {
			_ = os.Remove(name)
		}
	}
	return nil
}
