package workspace

import (
	"context"
	"sync"
)

// Workspace is the user's project. It is safe for concurrent use.
type Workspace struct {
	folders
	ed Editor

	writing sync.Mutex // serializes changes, so that the text that was checked is the one that is replaced
}

// New opens the folders; relative paths are resolved from the working directory. The workspace must be closed.
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

// Diagnostics returns what the editor shows for the file at the absolute path, or for all files if it is "".
func (w *Workspace) Diagnostics(ctx context.Context, path string) ([]Diagnostic, error) {
	return w.ed.Diagnostics(ctx, path)
}

// Context returns what the user is looking at; nil if nothing is known.
func (w *Workspace) Context(ctx context.Context) (*Context, error) {
	return w.ed.Context(ctx)
}
