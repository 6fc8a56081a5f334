package search

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// kind is what an entry of a folder is.
type kind uint8

const (
	other kind = iota // a device and the like
	regular
	link
	directory
)

func (k kind) mode() fs.FileMode {
	if k == link {
		return fs.ModeSymlink
	}
	return 0
}

func kindOf(m fs.FileMode) kind {
	switch {
	case m.IsRegular():
		return regular
	case m.IsDir():
		return directory
	case m&fs.ModeSymlink != 0:
		return link
	}
	return other
}

// item is an entry of a folder. The path of a folder ends with a slash, so that the order of the items is that of the
// paths below them.
type item struct {
	rel    string // from the root
	kind   kind
	folder *folder // what is in it, where it is a folder
}

// folder is a folder on its way from being found to being given out.
type folder struct {
	rel     string // from the root, with a slash at its end; "" for the root
	rules   *rules // of the folders above; its own too once it is read
	claimed atomic.Bool
	read    sync.WaitGroup // done when items is there
	items   []item
	err     error
}

// maxAhead is how many entries are read before they are given out.
const maxAhead = 4 << 10

// walker gives the files of a tree in order, while helpers read the folders that come next.
type walker struct {
	o Options

	mu    sync.Mutex // guards what follows
	more  sync.Cond
	next  []*folder // to be read, the first in order last
	ahead int       // entries that are read and not given out
	ended bool
}

func newWalker(o Options) *walker {
	w := &walker{o: o}
	w.more.L = &w.mu
	return w
}

func (w *walker) run(ctx context.Context, first *folder, found func(item) error) error {
	var helpers sync.WaitGroup
	defer helpers.Wait()
	defer w.end()
	buf := newDirBuffer()
	w.read(first, buf)
	if first.err != nil {
		return fmt.Errorf("reading %s: %w", w.path(first), first.err)
	}
	first.claimed.Store(true)
	for range min(runtime.GOMAXPROCS(0), len(w.next)) {
		helpers.Go(w.help)
	}
	return w.give(ctx, first, buf, found)
}

func (w *walker) path(f *folder) string {
	return filepath.Join(w.o.Root, filepath.FromSlash(f.rel))
}

// give gives out the files of a folder that is read, and of those in it.
func (w *walker) give(ctx context.Context, f *folder, buf *dirBuffer, found func(item) error) error {
	if err := ctx.Err(); err != nil {
		return context.Cause(ctx)
	}
	for i := range f.items {
		it := &f.items[i]
		if it.folder == nil {
			if err := found(*it); err != nil {
				return err
			}
			continue
		}
		if it.folder.claimed.CompareAndSwap(false, true) {
			w.read(it.folder, buf)
		} else {
			it.folder.read.Wait()
		}
		if err := w.give(ctx, it.folder, buf, found); err != nil {
			return err
		}
		it.folder = nil // what was given out is not kept
	}
	w.given(len(f.items))
	return nil
}

func (w *walker) given(n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.ahead >= maxAhead && w.ahead-n < maxAhead {
		w.more.Broadcast()
	}
	w.ahead -= n
}

func (w *walker) end() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.ended = true
	w.more.Broadcast()
}

// help reads folders until the walk ends.
func (w *walker) help() {
	buf := newDirBuffer()
	for f := w.take(); f != nil; f = w.take() {
		w.read(f, buf)
		f.read.Done()
	}
}

// take claims the folder that is needed soonest, nil where the walk has ended.
func (w *walker) take() *folder {
	w.mu.Lock()
	defer w.mu.Unlock()
	for {
		for len(w.next) > 0 && w.ahead < maxAhead && !w.ended {
			f := w.next[len(w.next)-1]
			w.next = w.next[:len(w.next)-1]
			if f.claimed.CompareAndSwap(false, true) {
				return f
			}
		}
		if w.ended {
			return nil
		}
		w.more.Wait()
	}
}

// read reads a folder and offers those in it to the helpers.
func (w *walker) read(f *folder, buf *dirBuffer) {
	path := w.path(f)
	f.items, f.err = buf.list(path, f.rel)
	f.rules = f.rules.in(path, f.rel, f.items)
	f.items = slices.DeleteFunc(f.items, func(i item) bool { return w.hidden(f, i) })
	slices.SortFunc(f.items, func(a, b item) int { return cmp.Compare(a.rel[len(f.rel):], b.rel[len(f.rel):]) })
	w.mu.Lock()
	defer w.mu.Unlock()
	w.ahead += len(f.items)
	for i := range slices.Backward(f.items) {
		it := &f.items[i]
		if it.kind != directory {
			continue
		}
		it.folder = &folder{rel: it.rel, rules: f.rules}
		it.folder.read.Add(1)
		w.next = append(w.next, it.folder)
	}
	if len(w.next) > 0 {
		w.more.Broadcast()
	}
}

func (w *walker) hidden(f *folder, i item) bool {
	name := i.rel[len(f.rel):]
	switch i.kind {
	case directory:
		rel := i.rel[:len(i.rel)-1]
		return name == ".git/" || f.rules.ignored(rel, true) || w.o.skip(rel, true)
	case regular, link:
		return name == ".git" || f.rules.ignored(i.rel, false)
	}
	return true
}
