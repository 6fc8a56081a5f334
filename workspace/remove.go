package workspace

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
)

// Delete removes the file, or a link itself rather than its target. If the file's hash is not the given one, the error wraps
// [ErrStale].
func (w *Workspace) Delete(ctx context.Context, path, hash string) error {
	w.writing.Lock()
	defer w.writing.Unlock()
	f, err := w.unchanged(ctx, path, hash)
	if err != nil {
		return err
	}
	if err := f.root.Remove(f.name()); err != nil {
		return f.explain(err)
	}
	return nil
}

// Move renames the file, also to another folder of the workspace; the new path must not exist. If the file's hash is not the given
// one, the error wraps [ErrStale].
func (w *Workspace) Move(ctx context.Context, from, to, hash string) error {
	w.writing.Lock()
	defer w.writing.Unlock()
	f, err := w.unchanged(ctx, from, hash)
	if err != nil {
		return err
	}
	dest, err := w.place(to)
	if err != nil {
		return err
	}
	if _, err := dest.root.Lstat(dest.name()); !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(fmt.Errorf("%s: %w", dest.Path, fs.ErrExist), err)
	}
	if err := dest.root.MkdirAll(filepath.Dir(dest.name()), 0o755); err != nil {
		return dest.explain(err)
	}
	if f.root == dest.root {
		return f.explain(f.root.Rename(f.name(), dest.name()))
	}
	return f.copyTo(dest)
}

// copyTo moves the file to another folder, which may be on another disk.
func (f File) copyTo(dest File) error {
	file, info, err := f.open()
	if err != nil {
		return err
	}
	defer file.Close()
	data, err := io.ReadAll(file)
	if err != nil {
		return fmt.Errorf("reading %s: %w", f.Path, err)
	}
	if err := dest.writeTemp(dest.name(), string(data), info.Mode().Perm()); err != nil {
		return errors.Join(fmt.Errorf("writing %s: %w", dest.Path, dest.explain(err)), ignoreMissing(dest.root.Remove(dest.name())))
	}
	return f.explain(f.root.Remove(f.name()))
}

// unchanged returns the place of a file that may be removed: without unsaved changes, and with the given hash ("" if it is too
// large for one).
func (w *Workspace) unchanged(ctx context.Context, path, hash string) (File, error) {
	t, err := w.Read(ctx, path)
	if err != nil {
		return File{}, err
	}
	if t.Dirty {
		return File{}, fmt.Errorf("%s %w", t.File.Path, ErrUnsaved)
	}
	if t.Hash != hash {
		return File{}, fmt.Errorf("%s %w", t.File.Path, ErrStale)
	}
	return w.place(path)
}
