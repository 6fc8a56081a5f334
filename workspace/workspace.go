package workspace

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
)

// Folder is one folder of the project.
type Folder struct {
	Name string // what paths inside it begin with where there are several; made from Path where it is ""
	Path string // absolute, as the user opened it
}

// Workspace is the user's project. It is safe for concurrent use.
type Workspace struct {
	ed Editor

	mu    sync.RWMutex // guards roots
	roots []*root

	writing sync.Mutex // one change of a file at a time, so that what was checked is what is replaced
}

// root is an open folder.
type root struct {
	folder Folder
	real   string   // Path with its symbolic links resolved
	swept  sync.Map // the folders in which leftovers were looked for, by their path from here
	*os.Root
}

// New opens the folders; relative paths are taken from the working directory. The workspace must be closed.
func New(folders []Folder, ed Editor) (*Workspace, error) {
	w := &Workspace{ed: ed}
	if err := w.SetFolders(folders); err != nil {
		return nil, err
	}
	return w, nil
}

// SetFolders replaces the folders while the workspace is in use; those that stay are not reopened.
// On an error the folders are what they were.
func (w *Workspace) SetFolders(folders []Folder) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	next, err := w.open(folders)
	if err != nil {
		return err
	}
	old := w.roots
	w.roots = next
	return closeAll(slices.DeleteFunc(slices.Clone(old), func(r *root) bool { return slices.Contains(next, r) }))
}

// open makes the roots of the folders, taking those that are open already.
func (w *Workspace) open(folders []Folder) ([]*root, error) {
	var next, opened []*root
	for _, f := range folders {
		abs, err := filepath.Abs(f.Path)
		if err == nil {
			f.Path = abs
			f.Name = freeName(f, next)
			if i := slices.IndexFunc(w.roots, func(r *root) bool { return r.folder == f }); i >= 0 {
				next = append(next, w.roots[i])
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

// freeName gives the folder's name, with a number where another has it.
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
func (w *Workspace) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	roots := w.roots
	w.roots = nil
	return closeAll(roots)
}

// Folders gives the folders in their order, each with its own name.
func (w *Workspace) Folders() []Folder {
	var out []Folder
	for _, r := range w.snapshot() {
		out = append(out, r.folder)
	}
	return out
}

func (w *Workspace) snapshot() []*root {
	w.mu.RLock()
	defer w.mu.RUnlock()
	return slices.Clone(w.roots)
}

// Confirm asks the user through the editor; an error counts as a rejection.
func (w *Workspace) Confirm(ctx context.Context, q Question) (Answer, error) {
	return w.ed.Confirm(ctx, q)
}

// Diagnostics gives what the editor shows for the file at the absolute path, or for all files where it is "".
func (w *Workspace) Diagnostics(ctx context.Context, path string) ([]Diagnostic, error) {
	return w.ed.Diagnostics(ctx, path)
}

// Context tells what the user is looking at; nil where there is nothing to tell.
func (w *Workspace) Context(ctx context.Context) (*Context, error) {
	return w.ed.Context(ctx)
}
