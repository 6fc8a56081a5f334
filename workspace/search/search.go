// Package search finds files and lines in a folder, with git's ignore rules.
// It knows nothing of tools and asks no editor: unsaved texts and what must stay hidden are handed in.
// Start at [Walk] and [Grep].
package search

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
)

// Options say where to look.
type Options struct {
	Root string // absolute folder of the workspace
	Dir  string // where in it to begin, slash-separated; "" for all of it
	// Global is the path of the user's own ignore file, git's core.excludesFile; "" for none. See [GlobalIgnore].
	Global string
	// Skip hides a file or folder beyond the ignore rules; nil hides none. It is called from many goroutines.
	Skip func(rel string, dir bool) bool
}

// Entry is a file that was found: a regular file or a symbolic link, which is not followed.
type Entry struct {
	Rel  string // from the root, slash-separated
	Type fs.FileMode
}

// Walk finds the files below the folder that git would not ignore, tracked or not, and calls found for each, from
// several goroutines and in no order. It ends early when found gives an error, which it returns, and with its context.
// A folder that can't be read is passed over where it is not the first.
func Walk(ctx context.Context, o Options, found func(Entry) error) error {
	rules, err := rulesAbove(o)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	w := &walker{ctx: ctx, cancel: cancel, o: o, found: found, slots: make(chan struct{}, runtime.GOMAXPROCS(0)*2)}
	w.wg.Go(func() { w.dir(strings.Trim(o.Dir, "/"), rules, true) })
	w.wg.Wait()
	return context.Cause(ctx)
}

type walker struct {
	ctx    context.Context
	cancel context.CancelCauseFunc
	o      Options
	found  func(Entry) error
	slots  chan struct{} // goroutines that may still be started
	wg     sync.WaitGroup
}

// dir walks one folder; its own ignore files add to the rules.
func (w *walker) dir(rel string, rules *rules, first bool) {
	path := filepath.Join(w.o.Root, filepath.FromSlash(rel))
	entries, err := readDir(path)
	if err != nil {
		if first {
			w.cancel(fmt.Errorf("reading %s: %w", path, err))
		}
		return
	}
	prefix := rel
	if rel != "" {
		prefix += "/"
	}
	rules = rules.in(path, prefix, entries)
	for _, e := range entries {
		if w.ctx.Err() != nil {
			return
		}
		w.entry(prefix+e.Name(), e, rules)
	}
}

func (w *walker) entry(rel string, e fs.DirEntry, rules *rules) {
	dir := e.IsDir()
	if e.Name() == ".git" || rules.ignored(rel, dir) || w.o.Skip != nil && w.o.Skip(rel, dir) {
		return
	}
	switch {
	case dir:
		select {
		case w.slots <- struct{}{}:
			w.wg.Go(func() {
				w.dir(rel, rules, false)
				<-w.slots
			})
		default:
			w.dir(rel, rules, false)
		}
	case e.Type().IsRegular() || e.Type()&fs.ModeSymlink != 0:
		if err := w.found(Entry{rel, e.Type()}); err != nil {
			w.cancel(err)
		}
	}
}

// readDir lists a folder that is no link, in no order.
func readDir(path string) ([]fs.DirEntry, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	entries, err := f.ReadDir(-1)
	return entries, errors.Join(err, f.Close())
}
