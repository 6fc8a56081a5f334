package workspace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
)

// Write makes the edit: in the editor if it has the file open, else on the disk, where the file is replaced atomically, keeps its
// mode, encoding and BOM, and stays a link if it was one. The current text must be e.Before (no file, if e.Create), else the error
// wraps [ErrStale]. A document that is not a file is changed in the editor alone.
func (w *Workspace) Write(ctx context.Context, e Edit) error {
	w.writing.Lock()
	defer w.writing.Unlock()
	if IsVirtual(e.Path) {
		return w.writeVirtual(ctx, e)
	}
	t, err := w.current(ctx, e.Path)
	if err != nil {
		return err
	}
	if err := e.check(t); err != nil {
		return err
	}
	f, err := w.Resolve(e.Path)
	if err == nil {
		e.Path = f.Path
		f, err = w.follow(f)
	}
	if err != nil {
		return err
	}
	if err := w.apply(ctx, e, f); !errors.Is(err, ErrUnsupported) {
		return err
	}
	form := Form{Encoding: UTF8}
	if t != nil {
		form = t.Form
	}
	data, err := form.encode(e.After)
	if err != nil {
		return fmt.Errorf("writing %s: %w", e.Path, err)
	}
	return f.replace(data, 0)
}

// apply makes the edit in the editor, by either of the file's names.
func (w *Workspace) apply(ctx context.Context, e Edit, real File) error {
	err := w.ed.Apply(ctx, e)
	if errors.Is(err, ErrUnsupported) && real.Path != e.Path {
		e.Path = real.Path
		err = w.ed.Apply(ctx, e)
	}
	return err
}

// current reads the file; nil if there is none.
func (w *Workspace) current(ctx context.Context, path string) (*Text, error) {
	t, err := w.Read(ctx, path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return t, err
}

// check compares the current text with the one that the edit was made against.
func (e Edit) check(t *Text) error {
	switch {
	case t == nil && !e.Create:
		return fmt.Errorf("%s %w: it is gone", e.Path, ErrStale)
	case t != nil && e.Create:
		return fmt.Errorf("%s %w: it exists now", e.Path, ErrStale)
	case t != nil && t.Binary:
		return fmt.Errorf("%s %w", e.Path, ErrBinary)
	case t != nil && t.Large:
		return fmt.Errorf("%s %w", e.Path, ErrTooLarge)
	case t != nil && t.Content != e.Before:
		return fmt.Errorf("%s %w", e.Path, ErrStale)
	}
	return nil
}

// writeVirtual changes a document that is not a file in the editor. It must be open there; saving it is left to the user.
func (w *Workspace) writeVirtual(ctx context.Context, e Edit) error {
	t, err := w.current(ctx, e.Path)
	if err != nil {
		return err
	}
	if t == nil && e.Create {
		return fmt.Errorf("%s %w: it is not open", e.Path, ErrVirtual)
	}
	if err := e.check(t); err != nil {
		return err
	}
	err = w.ed.Apply(ctx, e)
	if errors.Is(err, ErrUnsupported) {
		return fmt.Errorf("%s %w: the editor does not accept edits of it", e.Path, ErrVirtual)
	}
	return err
}

// Restore writes a file back if there is none; else the error wraps [ErrStale].
func (w *Workspace) Restore(ctx context.Context, path string, r *Raw) error {
	w.writing.Lock()
	defer w.writing.Unlock()
	f, err := w.place(path)
	if err != nil {
		return err
	}
	if _, held, err := w.buffer(ctx, f, f); err != nil {
		return err
	} else if held {
		return fmt.Errorf("%s %w: it is open in the editor", f.Path, ErrStale)
	}
	if _, err := f.root.Lstat(f.name()); !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(fmt.Errorf("%s %w: it exists", f.Path, ErrStale), err)
	}
	if r.Link == "" {
		return f.replace(string(r.Data), r.Mode)
	}
	if err := f.root.MkdirAll(filepath.Dir(f.name()), 0o755); err != nil {
		return f.explain(err)
	}
	return f.explain(f.root.Symlink(r.Link, f.name()))
}
