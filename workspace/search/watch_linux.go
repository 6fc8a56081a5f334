package search

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// The watched events of each folder: writes, and what is created and removed. Watching more, such as opening or reading, would
// slow down every program that works in the tree.
const watched = unix.IN_CREATE | unix.IN_DELETE | unix.IN_MOVED_FROM | unix.IN_MOVED_TO | unix.IN_MODIFY | unix.IN_CLOSE_WRITE |
	unix.IN_DELETE_SELF | unix.IN_MOVE_SELF | unix.IN_ONLYDIR | unix.IN_DONT_FOLLOW | unix.IN_EXCL_UNLINK

// watch reports what is written in folders, by inotify(7). The system queues the reports, and queues them before the writing call
// returns: whoever reads the queue knows all earlier writes. It serves one goroutine at a time.
type watch struct {
	fd      int
	root    string
	is      Stamp // of the root when the watch began
	most    int   // folders
	folders map[int32]string
	known   map[string]int32
	buf     []byte
}

// newWatch returns a watch without folders; most is the share of the user's watches that it may use.
func newWatch(root string) (*watch, error) {
	f := newFiles(root)
	defer f.close()
	is, ok := f.stamp("")
	if !ok {
		return nil, errors.Join(errLost, f.err)
	}
	fd, err := unix.InotifyInit1(unix.IN_NONBLOCK | unix.IN_CLOEXEC)
	if err != nil {
		return nil, fmt.Errorf("inotify_init1: %w", errors.Join(errUnwatchable, err))
	}
	return &watch{
		fd: fd, root: root, is: is, most: maxWatches(), folders: map[int32]string{}, known: map[string]int32{},
		buf: make([]byte, 16<<10),
	}, nil
}

// maxWatches returns a fourth of the user's limit: editors need some too.
func maxWatches() int {
	data, err := os.ReadFile("/proc/sys/fs/inotify/max_user_watches")
	if err != nil {
		return 0
	}
	n, err := strconv.Atoi(strings.TrimSpace(string(data)))
	if err != nil {
		return 0
	}
	return n / 4
}

func (w *watch) close() { _ = unix.Close(w.fd) } // nothing was written

// add watches a folder, unless it is watched already. The folders above it must be added first.
func (w *watch) add(rel string) error {
	if _, ok := w.known[rel]; ok {
		return nil
	}
	if len(w.known) >= w.most {
		return errUnwatchable
	}
	wd, err := unix.InotifyAddWatch(w.fd, filepath.Join(w.root, filepath.FromSlash(rel)), watched)
	switch {
	case errors.Is(err, unix.ENOENT), errors.Is(err, unix.ENOTDIR):
		return errLost // it is gone
	case err != nil:
		return fmt.Errorf("inotify_add_watch: %w", errors.Join(errUnwatchable, err))
	}
	if _, twice := w.folders[int32(wd)]; twice {
		return errUnwatchable // of one folder with two names only one would be reported
	}
	w.folders[int32(wd)], w.known[rel] = rel, int32(wd)
	return nil
}

// take reports all changes since the last time; an error means that more may have been written than was reported.
func (w *watch) take(report func(event)) error {
	for {
		n, err := unix.Read(w.fd, w.buf)
		switch {
		case errors.Is(err, unix.EINTR):
			continue
		case errors.Is(err, unix.EAGAIN):
			return w.same()
		case err != nil:
			return fmt.Errorf("inotify: %w", err)
		}
		if err := w.parse(w.buf[:n], report); err != nil {
			return err
		}
	}
}

// same returns an error if the root is no longer the same folder: a folder above it may have been renamed.
func (w *watch) same() error {
	f := newFiles(w.root)
	defer f.close()
	if is, ok := f.stamp(""); !ok || is.Inode != w.is.Inode {
		return errLost
	}
	return nil
}

// parse reads the events of one call.
func (w *watch) parse(raw []byte, report func(event)) error {
	for len(raw) >= unix.SizeofInotifyEvent {
		wd, mask := int32(binary.NativeEndian.Uint32(raw)), binary.NativeEndian.Uint32(raw[4:])
		end := unix.SizeofInotifyEvent + int(binary.NativeEndian.Uint32(raw[12:]))
		name, _, _ := bytes.Cut(raw[unix.SizeofInotifyEvent:min(end, len(raw))], []byte{0})
		if err := w.event(wd, mask, string(name), report); err != nil {
			return err
		}
		raw = raw[min(end, len(raw)):]
	}
	return nil
}

func (w *watch) event(wd int32, mask uint32, name string, report func(event)) error {
	if mask&(unix.IN_Q_OVERFLOW|unix.IN_UNMOUNT|unix.IN_MOVE_SELF) != 0 {
		return errLost
	}
	folder, ok := w.folders[wd]
	if !ok {
		return nil // of a folder that is gone
	}
	switch {
	case mask&(unix.IN_IGNORED|unix.IN_DELETE_SELF) != 0:
		w.forget(folder, wd)
		report(event{folder, true})
	case mask&unix.IN_ISDIR != 0:
		old, known := w.known[folder+name+"/"]
		if known && mask&unix.IN_MOVED_FROM != 0 {
			return errLost // its content has other paths now
		}
		if known {
			w.forget(folder+name+"/", old)
			_, _ = unix.InotifyRmWatch(w.fd, uint32(old)) // it may be gone
		}
		report(event{folder + name, true})
	default:
		const written = unix.IN_MODIFY | unix.IN_CLOSE_WRITE
		report(event{folder + name, mask&written == 0 || slices.Contains(ruleFiles(), name)})
	}
	return nil
}

func (w *watch) forget(rel string, wd int32) {
	delete(w.folders, wd)
	if w.known[rel] == wd {
		delete(w.known, rel)
	}
}
