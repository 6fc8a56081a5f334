package private

import (
	"io/fs"
	"os"
)

// open opens a file for reading, but follows no link.
func open(path string) (*os.File, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	if err := file(path, info); err != nil {
		return nil, err
	}
	return os.Open(path)
}

// owned trusts the access lists that the user's profile gives its files.
func owned(string, fs.FileInfo, string) error { return nil }
