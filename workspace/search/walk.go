package search

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
)

// The number of entries that are read ahead: few at first, because a search may end with its first results.
const (
	firstAhead = 64
	maxAhead   = 4 << 10
)

// walker calls found for the files of a tree in order, while helpers read the next folders.
type walker struct {
	o      Options
	memory *memory // nil if nothing is stored
	record *record // of the whole tree, nil if it is not recorded

	mu    sync.Mutex // guards the fields below
	more  sync.Cond
	next  []*folder // to be read, the first in order last
	ahead int       // entries that are read and not emitted
	sent  int       // entries that were emitted
	ended bool
}

func newWalker(o Options, m *memory) *walker {
	w := &walker{o: o, memory: m, record: m.startRecord(o)}
	w.more.L = &w.mu
	return w
}

func (w *walker) run(ctx context.Context, first *folder, found func(item) error) error {
	var helpers sync.WaitGroup
	defer helpers.Wait()
	defer w.end()
	r := w.newDirReader()
	defer r.close()
	w.read(first, r)
	if first.err != nil {
		return fmt.Errorf("reading %s: %w", w.path(first), first.err)
	}
	first.claimed.Store(true)
	for range min(runtime.GOMAXPROCS(0), len(w.next)) {
		helpers.Go(w.readAhead)
	}
	if err := w.emit(ctx, first, r, found); err != nil {
		return err
	}
	w.memory.storeRecord(w.record)
	return nil
}

func (w *walker) path(f *folder) string {
	return filepath.Join(w.o.Root, filepath.FromSlash(f.rel))
}

// emit emits the files of a folder that is read, and of its subfolders.
func (w *walker) emit(ctx context.Context, f *folder, r *dirReader, found func(item) error) error {
	if err := ctx.Err(); err != nil {
		return context.Cause(ctx)
	}
	w.record.folder(f)
	at := 0 // in inner
	for _, it := range f.items {
		if it.kind != directory {
			w.record.file(it)
			if err := found(it); err != nil {
				return err
			}
			continue
		}
		in := f.inner[at]
		f.inner[at] = nil // emitted folders can be freed
		at++
		if in == nil {
			w.record.spoil()
			continue
		}
		if in.claimed.CompareAndSwap(false, true) {
			w.read(in, r)
		} else {
			in.read.Wait()
		}
		if err := w.emit(ctx, in, r, found); err != nil {
			return err
		}
	}
	w.emitted(len(f.items))
	return nil
}

func (w *walker) emitted(n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	full := w.full()
	w.ahead -= n
	w.sent += n
	if full && !w.full() {
		w.more.Broadcast()
	}
}

// full reports whether enough is read ahead; the caller holds mu.
func (w *walker) full() bool { return w.ahead >= min(firstAhead+w.sent, maxAhead) }

func (w *walker) end() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.ended = true
	w.more.Broadcast()
}

// readAhead reads folders until the walk ends.
func (w *walker) readAhead() {
	r := w.newDirReader()
	defer r.close()
	for f := w.take(); f != nil; f = w.take() {
		w.read(f, r)
		f.read.Done()
	}
}

// take claims the folder that is needed next, nil if the walk has ended.
func (w *walker) take() *folder {
	w.mu.Lock()
	defer w.mu.Unlock()
	for {
		for len(w.next) > 0 && !w.full() && !w.ended {
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

// dirReader reads folders. It serves one goroutine.
type dirReader struct {
	*dirBuffer
	files *files // nil if nothing is stored
}

func (w *walker) newDirReader() *dirReader {
	r := &dirReader{dirBuffer: newDirBuffer()}
	if w.memory != nil {
		r.files = newFiles(w.o.Root)
	}
	return r
}

func (r *dirReader) close() {
	if r.files != nil {
		r.files.close()
	}
}

// read reads a folder, or recalls it, and offers its subfolders to the helpers.
func (w *walker) read(f *folder, r *dirReader) {
	if l := w.memory.recall(f, r.files); l != nil {
		f.items, f.rules, f.listing = l.items, l.rules, l
	} else {
		w.readDisk(f, r)
	}
	folders := 0
	for _, it := range f.items {
		if it.kind == directory {
			folders++
		}
	}
	f.inner = make([]*folder, 0, folders)
	for _, it := range f.items {
		if it.kind == directory {
			f.inner = append(f.inner, w.enter(f, it))
		}
	}
	w.offer(f)
}

// enter returns the folder of an item, nil if the caller skips it.
func (w *walker) enter(f *folder, it item) *folder {
	if w.o.skip(it.rel[:len(it.rel)-1], true) {
		return nil
	}
	in := &folder{rel: it.rel, rules: f.rules}
	in.read.Add(1)
	return in
}

func (w *walker) offer(f *folder) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.ahead += len(f.items)
	for _, in := range slices.Backward(f.inner) {
		if in != nil {
			w.next = append(w.next, in)
		}
	}
	if len(w.next) > 0 {
		w.more.Broadcast()
	}
}

// look reads a folder from the disk.
func (w *walker) readDisk(f *folder, r *dirReader) {
	path, l := w.path(f), w.memory.startListing(f, r.files)
	items, err := r.list(path, f.rel)
	l.stampRules(items, len(f.rel), r.files)
	l.stampOutside(w.o.Root, filesRead(path, f.rel, items), r.files)
	f.rules = maker{w.memory.intern, w.o.Global}.in(f.rules, path, f.rel, items)
	f.items = slices.DeleteFunc(items, func(i item) bool { return hidden(f, i) })
	slices.SortFunc(f.items, func(a, b item) int { return cmp.Compare(a.rel[len(f.rel):], b.rel[len(f.rel):]) })
	if f.err = err; err == nil {
		w.memory.store(f, l)
	}
}

func hidden(f *folder, i item) bool {
	name := i.rel[len(f.rel):]
	switch i.kind {
	case directory:
		return name == ".git/" || f.rules.ignored(i.rel[:len(i.rel)-1], true)
	case regular, link:
		return name == ".git" || f.rules.ignored(i.rel, false)
	case other:
	}
	return true
}
