// Package readable finds which files of a folder a confined program may be given: all but those that hold secrets. Walls of the
// kernel's allow folders with all that lies below them, so a folder that holds a secret is given entry by entry.
// It knows nothing of tools. Start at [New].
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

// Tree remembers what a folder and those below it hold, and looks only into those that have changed since.
// It is safe for concurrent use.
type Tree struct {
	root   string
	secret func(rel string) bool
	steers func(rel string) bool

	mu      sync.Mutex // guards what follows
	folders map[string]*folder
	files   int
	watch   *watch // nil where the folders are few, or can't be watched
	found   *Found
	configs map[string]bool // configurations of git, and whether each was given
}

// New makes a tree of a folder whose path holds no link. The functions report whether a file, by its slash-separated path from
// there, holds secrets, and whether it steers other programs.
func New(root string, secret, steers func(rel string) bool) *Tree {
	return &Tree{root: filepath.Clean(root), secret: secret, steers: steers, folders: map[string]*folder{}}
}

// Look finds what may be read now.
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

// fewFolders is how many folders are asked one by one whether they have changed; more than that are watched.
const fewFolders = 200

// refresh looks into the folders that have changed.
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
	told := false // only those are asked of which a change is told
	if t.watch != nil {
		rels, ok := t.watch.changed()
		if ok {
			asked, told = slices.Collect(maps.Keys(rels)), true
		} else {
			t.watch = nil
		}
	}
	if t.watch == nil && len(asked) > fewFolders {
		t.watch = newWatch(t.root, asked) // and then all are asked once more
	}
	for _, rel := range asked {
		f, ok := t.folders[rel]
		if !ok {
			continue // it went with one above it
		}
		if now, err := stampOf(filepath.Join(t.root, rel)); err == nil && !told && !f.fresh && now == f.stamp {
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

// scan reads a folder, and those below it that were not known, and forgets those that are gone.
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
	if t.files += f.files; t.files > mostFiles {
		return fmt.Errorf("%s holds more than %d files: %w", t.root, mostFiles, ErrTooLarge)
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

// forget drops a folder with all below it.
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

// read looks into one folder.
func (t *Tree) read(rel string) (*folder, error) {
	dir := filepath.Join(t.root, rel)
	s, err := stampOf(dir)
	if err != nil {
		return nil, err
	}
	if !s.mode.IsDir() {
		return nil, fs.ErrNotExist // a link or a file is in its place
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
		return nil, fmt.Errorf("looking into %s: %w", dir, err)
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
		return nil // the folder has changed, and is looked into again
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
