package workspace

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// ErrStale is under the error of a change that was made against a text that is no longer there.
var ErrStale = errors.New("has changed since it was read")

// Write makes the edit: in the editor where it has the file open, else on the disk, where the file is replaced whole
// or not at all, keeps its mode, its encoding and its BOM, and stays a link where it was one. What is found must be e.Before
// (no file, where e.Create), else the error wraps [ErrStale]. A document that is no file is changed in the editor alone.
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

// apply makes the edit in the editor, under either of the file's names.
func (w *Workspace) apply(ctx context.Context, e Edit, real File) error {
	err := w.ed.Apply(ctx, e)
	if errors.Is(err, ErrUnsupported) && real.Path != e.Path {
		e.Path = real.Path
		err = w.ed.Apply(ctx, e)
	}
	return err
}

// current reads the file, nil where there is none.
func (w *Workspace) current(ctx context.Context, path string) (*Text, error) {
	t, err := w.Read(ctx, path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return t, err
}

// check compares what was found with what the edit was made against.
func (e Edit) check(t *Text) error {
	switch {
	case t == nil && !e.Create:
		return fmt.Errorf("%s %w: it is gone", e.Path, ErrStale)
	case t != nil && e.Create:
		return fmt.Errorf("%s %w: it is there now", e.Path, ErrStale)
	case t != nil && t.Binary:
		return fmt.Errorf("%s %w", e.Path, ErrBinary)
	case t != nil && t.Large:
		return fmt.Errorf("%s %w", e.Path, ErrTooLarge)
	case t != nil && t.Content != e.Before:
		return fmt.Errorf("%s %w", e.Path, ErrStale)
	}
	return nil
}

// replace writes the file whole: a new one beside it takes its place. The mode is for a file that was not there; 0 is that of a new file.
func (f File) replace(data string, mode fs.FileMode) error {
	name := f.name()
	had, err := f.mode()
	if err != nil {
		return err
	}
	mode = cmp.Or(had, mode)
	if err := f.root.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return f.explain(err)
	}
	f.sweep()
	temp := filepath.Join(filepath.Dir(name), ".ptk-"+rand.Text()+".tmp")
	if err := f.writeTemp(temp, data, mode); err != nil {
		return errors.Join(fmt.Errorf("writing %s: %w", f.Path, f.explain(err)), ignoreMissing(f.root.Remove(temp)))
	}
	if err := f.root.Rename(temp, name); err != nil {
		return errors.Join(fmt.Errorf("writing %s: %w", f.Path, f.explain(err)), f.root.Remove(temp))
	}
	return nil
}

// mode is the mode of the file that is replaced; it refuses what is no plain file.
func (f File) mode() (fs.FileMode, error) {
	info, err := f.root.Lstat(f.name())
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, f.explain(err)
	}
	return info.Mode().Perm(), f.regular(info)
}

// writeTemp writes a new file; mode 0 is that of a new file.
func (f File) writeTemp(name, data string, mode fs.FileMode) error {
	perm := fs.FileMode(0o600) // what was private is private at every moment
	if mode == 0 {
		perm = 0o666
	}
	file, err := f.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
	if err != nil {
		return err
	}
	_, err = file.WriteString(data)
	if err == nil && mode != 0 {
		err = file.Chmod(mode)
	}
	if err == nil {
		err = file.Sync()
	}
	return errors.Join(err, file.Close())
}
