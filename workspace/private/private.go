// Package private checks that files which the program trusts are the user's own: nobody else can have written or replaced them. It
// knows nothing of their content. Start at [ReadFile] and [Check].
package private

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// UnsafeError reports why a file or folder is not trusted, and what to do about it.
type UnsafeError struct{ Path, Why, Do string }

// Error returns the path, the reason and the remedy on one line.
func (e *UnsafeError) Error() string {
	return fmt.Sprintf("%s %s, so nothing in it is trusted; %s", e.Path, e.Why, e.Do)
}

// ReadFile reads a regular file of at most limit bytes after it has checked it, and each folder from root down to it, as [Check]
// does. The error wraps [fs.ErrNotExist] if there is no such file.
func ReadFile(path, root string, limit int64) ([]byte, error) {
	if err := folders(filepath.Dir(path), root); err != nil {
		return nil, err
	}
	f, err := open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if err := file(path, info); err != nil {
		return nil, err
	}
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err != nil {
		return nil, err
	}
	if int64(len(data)) > limit {
		return nil, &UnsafeError{path, fmt.Sprintf("is larger than %d KiB", limit>>10), "check its content, and remove it to start again"}
	}
	return data, nil
}

// Check returns an [*UnsafeError] if path, or a folder from root down to it, is a link, belongs to another user, or can be written
// by one. A file must be a regular one with a single name. A path that does not exist is safe.
func Check(path, root string) error {
	if err := folders(filepath.Dir(path), root); err != nil {
		return err
	}
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case info.IsDir():
		return folder(path, info)
	}
	return file(path, info)
}

// folders checks a folder and those above it up to root.
func folders(dir, root string) error {
	dir, root = filepath.Clean(dir), filepath.Clean(root)
	for {
		info, err := os.Lstat(dir)
		if err == nil {
			err = folder(dir, info)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		up := filepath.Dir(dir)
		if dir == root || up == dir || !strings.HasPrefix(up, root) {
			return nil
		}
		dir = up
	}
}

func folder(path string, info fs.FileInfo) error {
	if !info.IsDir() {
		return &UnsafeError{path, "is not a folder but " + kind(info), "move it away"}
	}
	return owned(path, info, "chmod 700 "+path)
}

func file(path string, info fs.FileInfo) error {
	if !info.Mode().IsRegular() {
		return &UnsafeError{path, "is not a regular file but " + kind(info), "move it away"}
	}
	return owned(path, info, "chmod 600 "+path)
}

func kind(info fs.FileInfo) string {
	switch m := info.Mode(); {
	case m&fs.ModeSymlink != 0:
		return "a link"
	case m&fs.ModeNamedPipe != 0:
		return "a pipe"
	case m&fs.ModeSocket != 0:
		return "a socket"
	case m&fs.ModeDevice != 0:
		return "a device"
	case m.IsDir():
		return "a folder"
	case m.IsRegular():
		return "a file"
	}
	return "something else"
}
