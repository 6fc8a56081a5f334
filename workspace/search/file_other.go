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
	device uint64 // on which the last that was stamped lies, 0 where that is not told
	names  uint32 // that it has, 0 as that is not told
}

func newFiles(root string) *files { return &files{root: root} }

func (*files) close() {}

// read gives what a regular file holds and its stamp from before that. One that is too large is errLarge.
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

// stamp tells the state of what is at the path from the folder, links not followed; ok is false where there is nothing.
func (f *files) stamp(rel string) (s Stamp, ok bool) {
	info, err := os.Lstat(filepath.Join(f.root, filepath.FromSlash(rel)))
	if err != nil {
		return s, false
	}
	f.device = deviceOf(info)
	return stampOf(info), true
}
