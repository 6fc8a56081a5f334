package search

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io/fs"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// dirBuffer reads folders with as few calls and allocations as can be; it serves one goroutine.
type dirBuffer struct {
	raw   []byte
	names []byte // of one folder, each with its prefix
	ends  []int  // of each name in names
	kinds []kind
}

func newDirBuffer() *dirBuffer { return &dirBuffer{raw: make([]byte, 64<<10)} }

// list reads a folder that is not a link, in no order; prefix is prepended to the names.
func (b *dirBuffer) list(path, prefix string) ([]item, error) {
	fd, err := open(path, unix.O_DIRECTORY|unix.O_NOFOLLOW)
	if errors.Is(err, unix.ELOOP) || errors.Is(err, unix.ENOTDIR) {
		// Only the first folder may be a link.
		if prefix != "" {
			return nil, &fs.PathError{Op: "open", Path: path, Err: err}
		}
		fd, err = open(path, unix.O_DIRECTORY)
	}
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	b.names, b.ends, b.kinds = b.names[:0], b.ends[:0], b.kinds[:0]
	for {
		n, err := unix.Getdents(fd, b.raw)
		if errors.Is(err, unix.EINTR) {
			continue
		}
		if err != nil {
			return nil, errors.Join(&fs.PathError{Op: "getdents", Path: path, Err: err}, unix.Close(fd))
		}
		if n <= 0 {
			return b.items(), unix.Close(fd)
		}
		b.parse(b.raw[:n], path, prefix)
	}
}

// open opens a file for reading, again after an interrupt.
func open(path string, flags int) (int, error) {
	for {
		fd, err := unix.Open(path, unix.O_RDONLY|unix.O_CLOEXEC|unix.O_NONBLOCK|flags, 0)
		if !errors.Is(err, unix.EINTR) {
			return fd, err
		}
	}
}

// The offsets of the parts of a dirent.
const (
	lengthAt = int(unsafe.Offsetof(unix.Dirent{}.Reclen))
	typeAt   = int(unsafe.Offsetof(unix.Dirent{}.Type))
	nameAt   = int(unsafe.Offsetof(unix.Dirent{}.Name))
)

// parse reads the dirents of one getdents call.
func (b *dirBuffer) parse(raw []byte, path, prefix string) {
	for len(raw) > nameAt {
		length := int(binary.NativeEndian.Uint16(raw[lengthAt:]))
		if length <= nameAt || length > len(raw) {
			return
		}
		name := raw[nameAt:length]
		if end := bytes.IndexByte(name, 0); end >= 0 {
			name = name[:end]
		}
		if s := string(name); s != "." && s != ".." {
			b.add(prefix, name, b.kind(raw[typeAt], path, name))
		}
		raw = raw[length:]
	}
}

func (b *dirBuffer) add(prefix string, name []byte, k kind) {
	b.names = append(append(b.names, prefix...), name...)
	if k == directory {
		b.names = append(b.names, '/')
	}
	b.ends = append(b.ends, len(b.names))
	b.kinds = append(b.kinds, k)
}

// kind converts the type of a dirent, which some file systems don't set.
func (b *dirBuffer) kind(t byte, path string, name []byte) kind {
	switch t {
	case unix.DT_REG:
		return regular
	case unix.DT_DIR:
		return directory
	case unix.DT_LNK:
		return link
	case unix.DT_UNKNOWN:
		if info, err := os.Lstat(path + "/" + string(name)); err == nil {
			return kindOf(info.Mode())
		}
	}
	return other
}

// items returns the items; all names share one string.
func (b *dirBuffer) items() []item {
	names, at := string(b.names), 0
	items := make([]item, len(b.ends))
	for i, end := range b.ends {
		items[i] = item{rel: names[at:end], kind: b.kinds[i]}
		at = end
	}
	return items
}
