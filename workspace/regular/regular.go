// Package regular reads files that someone else may have put there: regular files only, and never more than a limit. It waits for
// no pipe, opens no device, and reads an endless file no further than the limit. Start at [Read].
package regular

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// ErrTooLarge is under the error of a file that is larger than the limit.
var ErrTooLarge = errors.New("is too large")

// ErrNotRegular is under the error of a folder, a device, a pipe or a socket.
var ErrNotRegular = errors.New("is not a regular file")

// Read returns the content of the file at path. It follows links. If the file is larger than limit bytes, the error wraps
// [ErrTooLarge], and the data is its first limit bytes.
func Read(path string, limit int64) ([]byte, error) {
	return read(path, limit, os.Stat, func(path string) (*os.File, error) {
		return os.OpenFile(path, os.O_RDONLY|nonblock, 0)
	})
}

// ReadIn is [Read] of a file below root; a link that leads out of root is not followed.
func ReadIn(root *os.Root, name string, limit int64) ([]byte, error) {
	return read(name, limit, root.Stat, func(name string) (*os.File, error) {
		return root.OpenFile(name, os.O_RDONLY|nonblock, 0)
	})
}

// read checks the file before it is opened, because opening a device may have effects, and afterwards, because it may have been
// replaced.
func read(name string, limit int64, stat func(string) (fs.FileInfo, error), open func(string) (*os.File, error)) ([]byte, error) {
	info, err := stat(name)
	if err == nil {
		err = check(name, info)
	}
	if err != nil {
		return nil, err
	}
	file, err := open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if info, err = file.Stat(); err == nil {
		err = check(name, info)
	}
	if err != nil {
		return nil, err
	}
	return upTo(file, name, info.Size(), limit)
}

func check(name string, info fs.FileInfo) error {
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s %w", name, ErrNotRegular)
	}
	return nil
}

// upTo reads no further than the limit, whatever the size of the file claims to be.
func upTo(file io.Reader, name string, likely, limit int64) ([]byte, error) {
	data := bytes.NewBuffer(make([]byte, 0, min(likely, limit)+bytes.MinRead))
	if _, err := data.ReadFrom(io.LimitReader(file, limit+1)); err != nil {
		return nil, fmt.Errorf("reading %s: %w", name, err)
	}
	if int64(data.Len()) > limit {
		return data.Bytes()[:limit], fmt.Errorf("%s %w: it holds more than %s", name, ErrTooLarge, size(limit))
	}
	return data.Bytes(), nil
}

// size writes a number of bytes for a person.
func size(n int64) string {
	switch {
	case n >= 1<<20 && n%(1<<20) == 0:
		return fmt.Sprintf("%d MiB", n>>20)
	case n >= 1<<10 && n%(1<<10) == 0:
		return fmt.Sprintf("%d KiB", n>>10)
	}
	return fmt.Sprintf("%d bytes", n)
}
