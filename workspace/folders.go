package workspace

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
)

// Folder is one folder of the project.
type Folder struct {
	Name string // the first element of paths inside it if there are several folders; made from Path if empty
	Path string // absolute, as the user opened it
}

// folders are the open folders and their files on the disk, without the editor. They are safe for concurrent use.
type folders struct {
	mu    sync.RWMutex // guards roots
	roots []*root
}

// root is an open folder.
type root struct {
	folder Folder
	real   string   // Path with its symbolic links resolved
	swept  sync.Map // the folders that were searched for leftovers, by their path from here
	*os.Root
}

// SetFolders replaces the folders while the workspace is in use; those that stay are not reopened. After an error the folders are
// unchanged.
func (d *folders) SetFolders(folders []Folder) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	next, err := d.open(folders)
	if err != nil {
		return err
	}
	old := d.roots
	d.roots = next
	return closeAll(slices.DeleteFunc(slices.Clone(old), func(r *root) bool { return slices.Contains(next, r) }))
}

// open returns the roots of the folders, reusing those that are already open.
func (d *folders) open(folders []Folder) ([]*root, error) {
	var next, opened []*root
	for _, f := range folders {
		abs, err := filepath.Abs(f.Path)
		if err == nil {
			f.Path = abs
			f.Name = freeName(f, next)
			if i := slices.IndexFunc(d.roots, func(r *root) bool { return r.folder == f }); i >= 0 {
				next = append(next, d.roots[i])
				continue
			}
		}
		r, err := openRoot(f, err)
		if err != nil {
			return nil, errors.Join(err, closeAll(opened))
		}
		next, opened = append(next, r), append(opened, r)
	}
	return next, nil
}

func openRoot(f Folder, err error) (*root, error) {
	if err != nil {
		return nil, fmt.Errorf("finding folder %s: %w", f.Path, err)
	}
	real, err := filepath.EvalSymlinks(f.Path)
	if err != nil {
		return nil, fmt.Errorf("finding folder %s: %w", f.Path, err)
	}
	r, err := os.OpenRoot(real)
	if err != nil {
		return nil, fmt.Errorf("opening folder %s: %w", f.Path, err)
	}
	return &root{folder: f, real: real, Root: r}, nil
}

// freeName returns the folder's name, with a number if another folder has it.
func freeName(f Folder, taken []*root) string {
	base := f.Name
	if base == "" {
		base = filepath.Base(f.Path)
	}
	name := base
	for n := 2; slices.ContainsFunc(taken, func(r *root) bool { return r.folder.Name == name }); n++ {
		name = fmt.Sprintf("%s~%d", base, n)
	}
	return name
}

func closeAll(roots []*root) error {
	var errs []error
	for _, r := range roots {
		errs = append(errs, r.Close())
	}
	return errors.Join(errs...)
}

// Close closes the folders.
func (d *folders) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	roots := d.roots
	d.roots = nil
	return closeAll(roots)
}

// Folders returns the folders in their order, each with a distinct name.
func (d *folders) Folders() []Folder {
	var out []Folder
	for _, r := range d.snapshot() {
		out = append(out, r.folder)
	}
	return out
}

func (d *folders) snapshot() []*root {
	d.mu.RLock()
	defer d.mu.RUnlock()
	return slices.Clone(d.roots)
}
