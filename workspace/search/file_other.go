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
type files struct{ root string }

func newFiles(root string) *files { return &files{root} }

func (*files) close() {}

// read gives what a regular file holds.
func (f *files) read(rel string) ([]byte, error) {
	path := filepath.Join(f.root, filepath.FromSlash(rel))
	info, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > maxFile {
		return nil, fs.ErrInvalid
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(io.LimitReader(file, maxFile))
	return data, errors.Join(err, file.Close())
}
