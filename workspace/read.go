package workspace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
)

// Read returns the text of a file: the editor's buffer first, else the disk. A document that is not a file, see [IsVirtual], is
// read from the editor alone. The error wraps [ErrOutside], [ErrDirectory], or fs.ErrNotExist and the like.
func (w *Workspace) Read(ctx context.Context, path string) (*Text, error) {
	if IsVirtual(path) {
		return w.readVirtual(ctx, path)
	}
	f, err := w.Resolve(path)
	if err != nil {
		return nil, err
	}
	real, err := w.follow(f)
	if err != nil {
		return nil, err
	}
	b, held, err := w.buffer(ctx, f, real)
	if err != nil {
		return nil, err
	}
	t, err := real.read()
	if err != nil && !(held && errors.Is(err, fs.ErrNotExist)) {
		return nil, err
	}
	if t == nil {
		t = &Text{Form: Form{Encoding: UTF8}}
	}
	t.File = f
	if held {
		t.Binary, t.Large, t.Buffer, t.Dirty, t.Version = false, false, true, b.Dirty, b.Version
		t.setText(b.Text)
	}
	return t, nil
}

// buffer asks the editor for the file by both of its names.
func (w *Workspace) buffer(ctx context.Context, f, real File) (Buffer, bool, error) {
	b, ok, err := w.ed.Buffer(ctx, f.Path)
	if err == nil && !ok && real.Path != f.Path {
		b, ok, err = w.ed.Buffer(ctx, real.Path)
	}
	if errors.Is(err, ErrUnsupported) {
		return Buffer{}, false, nil
	}
	if err != nil {
		return Buffer{}, false, fmt.Errorf("asking the editor for %s: %w", f.Path, err)
	}
	return b, ok, nil
}

// Dirty returns the texts of the files with unsaved changes in the editor, by absolute path, and of the documents that only the
// editor has, by URI; see [IsVirtual].
func (w *Workspace) Dirty(ctx context.Context) (map[string]string, error) {
	paths, err := w.ed.Dirty(ctx)
	if err != nil && !errors.Is(err, ErrUnsupported) {
		return nil, fmt.Errorf("asking the editor for unsaved files: %w", err)
	}
	texts := map[string]string{}
	for _, p := range paths {
		b, ok, err := w.ed.Buffer(ctx, p)
		if err != nil {
			return nil, fmt.Errorf("asking the editor for %s: %w", p, err)
		}
		if ok {
			texts[p] = b.Text
		}
	}
	return texts, nil
}

// readVirtual returns the editor's text of a document that is not a file. If the user does not have it open, it does not exist.
func (w *Workspace) readVirtual(ctx context.Context, uri string) (*Text, error) {
	f := File{Path: uri, Rel: uri}
	b, held, err := w.buffer(ctx, f, f)
	if err != nil {
		return nil, err
	}
	if !held {
		return nil, fmt.Errorf("%s is not open in the editor: %w", uri, fs.ErrNotExist)
	}
	t := &Text{File: f, Form: Form{Encoding: UTF8}, Buffer: true, Dirty: b.Dirty, Version: b.Version}
	t.setText(b.Text)
	return t, nil
}
