package workspace

import (
	"context"
	"sync"
)

// Workspace is the user's project. It is safe for concurrent use.
type Workspace struct {
	folders
	ed Editor

	writing sync.Mutex // one change of a file at a time, so that what was checked is what is replaced
}

// New opens the folders; relative paths are taken from the working directory. The workspace must be closed.
func New(folders []Folder, ed Editor) (*Workspace, error) {
	w := &Workspace{ed: ed}
	if err := w.SetFolders(folders); err != nil {
		return nil, err
	}
	return w, nil
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
