package workspace

import (
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// replace replaces the whole file atomically. The mode is for a file that did not exist; 0 is the default mode.
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

// mode returns the mode of the file that is replaced, and an error if it is not a regular file.
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

// writeTemp writes a new file; mode 0 is the default mode.
func (f File) writeTemp(name, data string, mode fs.FileMode) error {
	perm := fs.FileMode(0o600) // a private file must be private at every moment
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
