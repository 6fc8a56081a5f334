package search

import (
	"errors"
	"io/fs"

	"golang.org/x/sys/unix"
)

// files reads files below a folder into one buffer; it serves one goroutine.
type files struct {
	dir int // the folder, -1 if it can't be opened
	err error
	buf []byte

	path   [unix.PathMax]byte // of the file to stamp
	statx  unix.Statx_t
	device uint64 // of the last stamped file
	names  uint32 // links to the last stamped file
}

func newFiles(root string) *files {
	dir, err := open(root, unix.O_DIRECTORY)
	if err != nil {
		return &files{dir: -1, err: &fs.PathError{Op: "open", Path: root, Err: err}}
	}
	return &files{dir: dir}
}

func (f *files) close() {
	if f.dir >= 0 {
		_ = unix.Close(f.dir) // it was only read
	}
}

// read returns the content of a regular file, valid until the next read, and its stamp from before. The error is errLarge if the
// file is too large.
func (f *files) read(rel string) ([]byte, Stamp, error) {
	if f.err != nil {
		return nil, Stamp{}, f.err
	}
	fd, err := unix.Openat(f.dir, rel, unix.O_RDONLY|unix.O_CLOEXEC|unix.O_NONBLOCK|unix.O_NOFOLLOW, 0)
	for errors.Is(err, unix.EINTR) {
		fd, err = unix.Openat(f.dir, rel, unix.O_RDONLY|unix.O_CLOEXEC|unix.O_NONBLOCK|unix.O_NOFOLLOW, 0)
	}
	if err != nil {
		return nil, Stamp{}, &fs.PathError{Op: "open", Path: rel, Err: err}
	}
	n, is, err := f.fill(fd)
	if err = errors.Join(err, unix.Close(fd)); err != nil {
		return nil, is, &fs.PathError{Op: "read", Path: rel, Err: err}
	}
	return f.buf[:n], is, nil
}

// fill reads the file to its end.
func (f *files) fill(fd int) (n int, is Stamp, err error) {
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return 0, is, err
	}
	is = stampOf(&st)
	switch {
	case st.Mode&unix.S_IFMT != unix.S_IFREG:
		return 0, is, fs.ErrInvalid
	case st.Size > maxFile:
		return 0, is, errLarge
	case int(st.Size) >= len(f.buf):
		f.buf = make([]byte, max(64<<10, st.Size+st.Size/4))
	}
	for n < len(f.buf) {
		got, err := unix.Read(fd, f.buf[n:])
		if errors.Is(err, unix.EINTR) {
			continue
		}
		if err != nil {
			return 0, is, err
		}
		n += got
		if got == 0 || int64(n) == st.Size {
			break
		}
	}
	return n, is, nil
}

func stampOf(st *unix.Stat_t) Stamp {
	return Stamp{st.Size, st.Mtim.Nano(), st.Ctim.Nano(), st.Ino}
}
