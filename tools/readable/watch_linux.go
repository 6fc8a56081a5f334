package readable

import (
	"encoding/binary"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// watch learns from the kernel which folders have changed.
type watch struct {
	root    string
	fd      int
	file    *os.File // closes fd with the last reference to it
	folders map[int32]string
}

// newWatch watches folders. It returns nil if the system does not allow that many.
func newWatch(root string, folders []string) *watch {
	fd, err := unix.InotifyInit1(unix.IN_CLOEXEC | unix.IN_NONBLOCK)
	if err != nil {
		return nil
	}
	w := &watch{root, fd, os.NewFile(uintptr(fd), "inotify"), map[int32]string{}}
	for _, rel := range folders {
		if !w.add(rel) {
			return nil
		}
	}
	return w
}

// add watches one more folder, and reports whether its changes will be noticed.
func (w *watch) add(rel string) bool {
	const mask = unix.IN_CREATE | unix.IN_DELETE | unix.IN_MOVE | unix.IN_ATTRIB | unix.IN_DELETE_SELF | unix.IN_MOVE_SELF |
		unix.IN_ONLYDIR | unix.IN_DONT_FOLLOW
	wd, err := unix.InotifyAddWatch(w.fd, filepath.Join(w.root, rel), mask)
	if err != nil {
		return err == unix.ENOENT || err == unix.ENOTDIR || err == unix.ELOOP // the folder above has changed too
	}
	w.folders[int32(wd)] = rel
	return true
}

// changed returns the folders that have changed since the last call. ok is false if events were lost.
func (w *watch) changed() (rels map[string]bool, ok bool) {
	rels = map[string]bool{}
	buf := make([]byte, 64<<10)
	for {
		n, err := unix.Read(w.fd, buf)
		if err == unix.EAGAIN {
			return rels, true
		}
		if err == unix.EINTR {
			continue
		}
		if err != nil || n <= 0 {
			return nil, false
		}
		for rest := buf[:n]; len(rest) >= unix.SizeofInotifyEvent; {
			mask := binary.NativeEndian.Uint32(rest[4:])
			if mask&(unix.IN_Q_OVERFLOW|unix.IN_UNMOUNT) != 0 {
				return nil, false
			}
			if rel, known := w.folders[int32(binary.NativeEndian.Uint32(rest))]; known {
				rels[rel] = true
			}
			rest = rest[unix.SizeofInotifyEvent+int(binary.NativeEndian.Uint32(rest[12:])):]
		}
	}
}
