//go:build unix

package private

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// open opens a file for reading, but follows no link and waits for no pipe.
func open(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if errors.Is(err, syscall.ELOOP) || errors.Is(err, syscall.ENXIO) {
		if info, statErr := os.Lstat(path); statErr == nil {
			return nil, file(path, info)
		}
	}
	return f, err
}

// owned checks who may write. The error includes the command that fixes the mode, if nothing else is wrong.
func owned(path string, info fs.FileInfo, mode string) error {
	s, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return nil
	}
	switch me := os.Geteuid(); {
	case int(s.Uid) != me && s.Uid != 0:
		return &UnsafeError{path, fmt.Sprintf("belongs to another user (uid %d, you are %d)", s.Uid, me), "move it away"}
	case info.Mode().Perm()&0o022 != 0:
		return &UnsafeError{path, fmt.Sprintf("can be written by others (mode %04o)", info.Mode().Perm()), "check its content, then: " + mode}
	case !info.IsDir() && s.Nlink > 1:
		return &UnsafeError{path, "has another name elsewhere (a hard link)", "copy it to a new file in its place"}
	}
	return nil
}
