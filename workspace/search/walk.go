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

// So many entries are read before they are given out: few at first, for a search may end with its first results.
const (
	firstAhead = 64
	maxAhead   = 4 << 10
)

// walker gives the files of a tree in order, while helpers read the folders that come next.
type walker struct {
	o      Options
	memory *memory // nil where nothing is remembered
	record *record // of the whole tree, nil where it is not taken

	mu    sync.Mutex // guards what follows
	more  sync.Cond
	next  []*folder // to be read, the first in order last
	ahead int       // entries that are read and not given out
	gave  int       // entries that were given out
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
	eye := w.newEye()
	defer eye.close()
	w.read(first, eye)
	if first.err != nil {
		return fmt.Errorf("reading %s: %w", w.path(first), first.err)
	}
	first.claimed.Store(true)
	for range min(runtime.GOMAXPROCS(0), len(w.next)) {
		helpers.Go(w.help)
	}
	if err := w.give(ctx, first, eye, found); err != nil {
		return err
	}
	w.memory.keepRecord(w.record)
	return nil
}

func (w *walker) path(f *folder) string {
	return filepath.Join(w.o.Root, filepath.FromSlash(f.rel))
}

// give gives out the files of a folder that is read, and of those in it.
func (w *walker) give(ctx context.Context, f *folder, eye *eye, found func(item) error) error {
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
		f.inner[at] = nil // what was given out is not kept
		at++
		if in == nil {
			w.record.spoil()
			continue
		}
		if in.claimed.CompareAndSwap(false, true) {
			w.read(in, eye)
		} else {
			in.read.Wait()
		}
		if err := w.give(ctx, in, eye, found); err != nil {
			return err
		}
	}
	w.given(len(f.items))
	return nil
}

func (w *walker) given(n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	full := w.full()
	w.ahead -= n
	w.gave += n
	if full && !w.full() {
		w.more.Broadcast()
	}
}

// full tells whether enough is read ahead; the caller holds mu.
func (w *walker) full() bool { return w.ahead >= min(firstAhead+w.gave, maxAhead) }

func (w *walker) end() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.ended = true
	w.more.Broadcast()
}

// help reads folders until the walk ends.
func (w *walker) help() {
	eye := w.newEye()
	defer eye.close()
	for f := w.take(); f != nil; f = w.take() {
		w.read(f, eye)
		f.read.Done()
	}
}

// take claims the folder that is needed soonest, nil where the walk has ended.
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

// eye is what a goroutine looks at folders with.
type eye struct {
	*dirBuffer
	files *files // nil where nothing is remembered
}

func (w *walker) newEye() *eye {
	e := &eye{dirBuffer: newDirBuffer()}
	if w.memory != nil {
		e.files = newFiles(w.o.Root)
	}
	return e
}

func (e *eye) close() {
	if e.files != nil {
		e.files.close()
	}
}

// read reads a folder, or remembers it, and offers those in it to the helpers.
func (w *walker) read(f *folder, e *eye) {
	if l := w.memory.recall(f, e.files); l != nil {
		f.items, f.rules, f.listing = l.items, l.rules, l
	} else {
		w.look(f, e)
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

// enter makes the folder of an item, nil where the caller skips it.
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
func (w *walker) look(f *folder, e *eye) {
	path, l := w.path(f), w.memory.begin(f, e.files)
	items, err := e.list(path, f.rel)
	l.stampRules(items, len(f.rel), e.files)
	l.stampOutside(w.o.Root, asks(path, f.rel, items), e.files)
	f.rules = maker{w.memory.same, w.o.Global}.in(f.rules, path, f.rel, items)
	f.items = slices.DeleteFunc(items, func(i item) bool { return hidden(f, i) })
	slices.SortFunc(f.items, func(a, b item) int { return cmp.Compare(a.rel[len(f.rel):], b.rel[len(f.rel):]) })
	if f.err = err; err == nil {
		w.memory.keep(f, l)
	}
}

func hidden(f *folder, i item) bool {
	name := i.rel[len(f.rel):]
	switch i.kind {
	case directory:
		return name == ".git/" || f.rules.ignored(i.rel[:len(i.rel)-1], true)
	case regular, link:
		return name == ".git" || f.rules.ignored(i.rel, false)
	}
	return true
}
