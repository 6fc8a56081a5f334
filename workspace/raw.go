package workspace

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
)

// Raw is a file on the disk as it is, to be put back as it was.
type Raw struct {
	Data []byte
	Mode fs.FileMode
	Link string // what it leads to, where it is a symbolic link; Data is then empty
}

// ErrTooLarge is under the error of a file that is too large to be edited, or kept for undo.
var ErrTooLarge = errors.New("is too large")

// maxRaw is the size in bytes up to which a file is kept.
const maxRaw = 64 << 20

// Raw reads a file as it is on the disk; of a link it gives the link.
func (w *Workspace) Raw(path string) (*Raw, error) {
	f, err := w.place(path)
	if err != nil {
		return nil, err
	}
	info, err := f.root.Lstat(f.name())
	if err != nil {
		return nil, f.explain(err)
	}
	if info.Mode()&fs.ModeSymlink != 0 {
		target, err := f.root.Readlink(f.name())
		return &Raw{Mode: info.Mode(), Link: target}, err
	}
	file, info, err := f.open()
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if info.Size() > maxRaw {
		return nil, fmt.Errorf("%s %w", f.Path, ErrTooLarge)
	}
	data, err := io.ReadAll(file)
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", f.Path, err)
	}
	return &Raw{Data: data, Mode: info.Mode().Perm()}, nil
}

// Restore puts a file back where there is none; else the error wraps [ErrStale].
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
		return fmt.Errorf("%s %w: the editor holds it", f.Path, ErrStale)
	}
	if _, err := f.root.Lstat(f.name()); !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(fmt.Errorf("%s %w: it is there", f.Path, ErrStale), err)
	}
	if r.Link == "" {
		return f.replace(string(r.Data), r.Mode)
	}
	if err := f.root.MkdirAll(filepath.Dir(f.name()), 0o755); err != nil {
		return f.explain(err)
	}
	return f.explain(f.root.Symlink(r.Link, f.name()))
}

// place gives where a path is with the links of its folders followed, but not the last.
func (w *Workspace) place(path string) (File, error) {
	f, err := w.Resolve(path)
	if err != nil {
		return File{}, err
	}
	parent, err := w.follow(f.root.file(filepath.Dir(f.name())))
	if err != nil {
		return File{}, err
	}
	return parent.root.file(filepath.Join(parent.name(), filepath.Base(f.name()))), nil
}

// Real gives the absolute path of what a path leads to, its links followed; the error wraps [ErrOutside] where they lead out.
// A document that is no file leads nowhere else.
func (w *Workspace) Real(path string) (string, error) {
	if IsVirtual(path) {
		return path, nil
	}
	f, err := w.Resolve(path)
	if err == nil {
		f, err = w.follow(f)
	}
	return f.Path, err
}
