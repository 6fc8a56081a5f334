// Package workspacetest provides an editor for tests: buffers in memory, and a user whose answers come from a function. The
// connected editor is tested in lsp. Start at [Editor].
package workspacetest

import (
	"context"
	"os"
	"sync"

	"ptk-lsp/workspace"
)

// Editor holds files open as an editor does. It is safe for concurrent use.
type Editor struct {
	// Ask answers questions; nil allows all, once.
	Ask func(ctx context.Context, q workspace.Question) (workspace.Answer, error)
	// Find returns the problems of a text; nil finds none.
	Find func(path, text string) []workspace.Diagnostic

	mu      sync.Mutex // guards the fields below
	buffers map[string]workspace.Buffer
	edits   []workspace.Edit
}

// Open opens a file with a text, which may differ from the disk.
func (e *Editor) Open(path, text string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.buffers == nil {
		e.buffers = map[string]workspace.Buffer{}
	}
	data, err := os.ReadFile(path)
	e.buffers[path] = workspace.Buffer{Text: text, Version: e.buffers[path].Version + 1, Dirty: err != nil || string(data) != text}
}

// Edits returns the edits that were made in the editor.
func (e *Editor) Edits() []workspace.Edit {
	e.mu.Lock()
	defer e.mu.Unlock()
	return append([]workspace.Edit{}, e.edits...)
}

// Buffer returns the text of an open file.
func (e *Editor) Buffer(_ context.Context, path string) (workspace.Buffer, bool, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	b, ok := e.buffers[path]
	return b, ok, nil
}

// Dirty returns the open files with changes.
func (e *Editor) Dirty(context.Context) ([]string, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	var out []string
	for path, b := range e.buffers {
		if b.Dirty {
			out = append(out, path)
		}
	}
	return out, nil
}

// Diagnostics returns the problems of the open file, or of all.
func (e *Editor) Diagnostics(_ context.Context, path string) ([]workspace.Diagnostic, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	var out []workspace.Diagnostic
	for p, b := range e.buffers {
		if e.Find != nil && (path == "" || path == p) {
			out = append(out, e.Find(p, b.Text)...)
		}
	}
	return out, nil
}

// Apply edits an open file, and saves it if it was saved before.
func (e *Editor) Apply(_ context.Context, edit workspace.Edit) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	b, ok := e.buffers[edit.Path]
	if !ok {
		return workspace.ErrUnsupported
	}
	if b.Version != edit.Version || b.Text != edit.Before {
		return workspace.ErrStale
	}
	e.edits = append(e.edits, edit)
	if !b.Dirty {
		if err := os.WriteFile(edit.Path, []byte(edit.After), 0o644); err != nil {
			return err
		}
	}
	e.buffers[edit.Path] = workspace.Buffer{Text: edit.After, Version: b.Version + 1, Dirty: b.Dirty}
	return nil
}

// Confirm calls Ask.
func (e *Editor) Confirm(ctx context.Context, q workspace.Question) (workspace.Answer, error) {
	if e.Ask == nil {
		return workspace.Answer{Decision: workspace.AllowOnce}, nil
	}
	return e.Ask(ctx, q)
}

// Context returns the open files.
func (e *Editor) Context(context.Context) (*workspace.Context, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	var c workspace.Context
	for path := range e.buffers {
		c.Open = append(c.Open, path)
	}
	return &c, nil
}
