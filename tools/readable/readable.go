// Package readable finds the files of a folder that a confined program may read: all but those that hold secrets. The
// sandbox allows folders with everything below them, so a folder that holds a secret is allowed entry by entry. It does not
// know tools. Start at [New].
package readable

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"sync"
	"time"
)

// Tree caches what a folder and those below it hold, and reads only those again that have changed. It is safe for concurrent
// use.
type Tree struct {
	root   string
	secret func(rel string) bool
	steers func(rel string) bool

	mu      sync.Mutex // guards what follows
	folders map[string]*folder
	files   int
	watch   *watch // nil if there are few folders, or they can't be watched
	found   *Found
	configs map[string]bool // git configurations, and whether each was allowed
}

// New returns the tree of a folder whose path has no links. The functions report whether a file, by its slash-separated path
// from there, holds secrets, and whether it steers other programs.
func New(root string, secret, steers func(rel string) bool) *Tree {
	return &Tree{root: filepath.Clean(root), secret: secret, steers: steers, folders: map[string]*folder{}}
}

// Look returns what may be read now.
func (t *Tree) Look(ctx context.Context) (*Found, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	changed, err := t.refresh(ctx)
	if err != nil {
		return nil, err
	}
	if t.found != nil && !changed && sameConfigs(t.configs) {
		return t.found, nil
	}
	f := &finder{
		root: t.root, secret: t.secret, folders: t.folders, hidden: map[inode]bool{},
		gitFinder: gitFinder{out: &Found{}, configs: map[string]bool{}},
	}
	if err := f.find(); err != nil {
		t.found = nil
		return nil, err
	}
	t.found, t.configs = f.out, f.configs
	return t.found, nil
}

// fewFolders is how many folders are checked one by one for changes; if there are more, they are watched.
const fewFolders = 200

// refresh scans the folders that have changed.
func (t *Tree) refresh(ctx context.Context) (changed bool, err error) {
	if len(t.folders) == 0 {
		t.watch = nil
		if err := t.scan(ctx, "."); err != nil {
			t.folders, t.files = map[string]*folder{}, 0
			return true, err
		}
		changed = true
	}
	asked := slices.Collect(maps.Keys(t.folders))
	reported := false // the watch reported them, so they have changed
	if t.watch != nil {
		rels, ok := t.watch.changed()
		if ok {
			asked, reported = slices.Collect(maps.Keys(rels)), true
		} else {
			t.watch = nil
		}
	}
	if t.watch == nil && len(asked) > fewFolders {
		t.watch = newWatch(t.root, asked) // this time all are checked
	}
	for _, rel := range asked {
		f, ok := t.folders[rel]
		if !ok {
			continue // it was removed with one above it
		}
		if now, err := stampOf(filepath.Join(t.root, rel)); err == nil && !reported && !f.fresh && now == f.stamp {
			continue
		}
		changed = true
		if err := t.scan(ctx, rel); err != nil {
			t.folders, t.files = map[string]*folder{}, 0
			return true, err
		}
	}
	return changed, nil
}

// scan reads a folder and those below it that are new, and forgets those that were removed.
func (t *Tree) scan(ctx context.Context, rel string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	old := t.folders[rel]
	if t.watch != nil && !t.watch.add(rel) {
		t.watch = nil
	}
	f, err := t.read(rel)
	if errors.Is(err, fs.ErrNotExist) {
		t.forget(rel)
		return nil
	}
	if err != nil {
		return err
	}
	if old != nil {
		t.files -= old.files
		for _, name := range old.below {
			if !slices.Contains(f.below, name) {
				t.forget(path.Join(rel, name))
			}
		}
	}
	t.folders[rel] = f
	if t.files += f.files; t.files > maxFiles {
		return fmt.Errorf("%s holds more than %d files: %w", t.root, maxFiles, ErrTooLarge)
	}
	for _, name := range f.below {
		if _, known := t.folders[path.Join(rel, name)]; !known {
			if err := t.scan(ctx, path.Join(rel, name)); err != nil {
				return err
			}
		}
	}
	return nil
}

// forget removes a folder and all below it.
func (t *Tree) forget(rel string) {
	f, ok := t.folders[rel]
	if !ok {
		return
	}
	delete(t.folders, rel)
	t.files -= f.files
	for _, name := range f.below {
		t.forget(path.Join(rel, name))
	}
}

// read reads one folder.
func (t *Tree) read(rel string) (*folder, error) {
	dir := filepath.Join(t.root, rel)
	s, err := stampOf(dir)
	if err != nil {
		return nil, err
	}
	if !s.mode.IsDir() {
		return nil, fs.ErrNotExist // it was replaced by a link or a file
	}
	f := &folder{stamp: s, fresh: time.Since(s.changed()) < grain, git: path.Base(rel) == ".git" && isGitDir(dir)}
	if f.git {
		return f, nil
	}
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrPermission) {
		f.closed = true
		return f, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading the folder %s: %w", dir, err)
	}
	for _, e := range entries {
		if err := t.entry(f, rel, e); err != nil {
			return nil, err
		}
	}
	return f, nil
}

func (t *Tree) entry(f *folder, dir string, e fs.DirEntry) error {
	rel := path.Join(dir, e.Name())
	if t.steers(rel) && (dir == "." || !t.steers(dir)) {
		f.steered = append(f.steered, e.Name())
	}
	if e.IsDir() {
		f.below = append(f.below, e.Name())
		return nil
	}
	f.files++
	secret := t.secret(rel)
	if secret {
		f.secrets = append(f.secrets, e.Name())
	}
	if !e.Type().IsRegular() {
		return nil
	}
	info, err := e.Info()
	if errors.Is(err, fs.ErrNotExist) {
		return nil // the folder has changed, and will be scanned again
	}
	if err != nil {
		return fmt.Errorf("looking at %s: %w", rel, err)
	}
	id, names := inodeOf(info)
	if secret {
		f.hidden = append(f.hidden, id)
	}
	if names > 1 {
		f.linked = append(f.linked, linked{e.Name(), id})
	}
	return nil
}
