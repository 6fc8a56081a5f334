//go:build !linux

package search

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// files reads files below a folder.
type files struct {
	root   string
	device uint64 // of the last stamped file, 0 if the system does not report it
	names  uint32 // links to the last stamped file, 0: the system does not report it
}

func newFiles(root string) *files { return &files{root: root} }

func (*files) close() {}

// read returns the content of a regular file and its stamp from before. The error is errLarge if the file is too large.
func (f *files) read(rel string) ([]byte, Stamp, error) {
	path := filepath.Join(f.root, filepath.FromSlash(rel))
	info, err := os.Lstat(path)
	if err != nil {
		return nil, Stamp{}, err
	}
	is := stampOf(info)
	switch {
	case !info.Mode().IsRegular():
		return nil, is, fs.ErrInvalid
	case info.Size() > maxFile:
		return nil, is, errLarge
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, is, err
	}
	data, err := io.ReadAll(io.LimitReader(file, maxFile))
	return data, is, errors.Join(err, file.Close())
}

// stamp returns the state of the file or folder at the path from the folder, without following links; ok is false if there is
// none.
func (f *files) stamp(rel string) (s Stamp, ok bool) {
	info, err := os.Lstat(filepath.Join(f.root, filepath.FromSlash(rel)))
	if err != nil {
		return s, false
	}
	f.device = deviceOf(info)
	return stampOf(info), true
}
