package segment

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/gofrs/flock"
)

// temporary is how the names of files begin that are being written.
const temporary = "new-"

// Dir is the folder of an index. Its files are called by their kind and a number, which rises: "base-00000003".
// Whoever holds the lock may write; all may read.
type Dir struct {
	path string
	lock *flock.Flock
}

// NewDir returns the folder at path, which need not exist.
func NewDir(path string) *Dir {
	return &Dir{path: path, lock: flock.New(filepath.Join(path, "lock"))}
}

// Make makes the folder, readable by its owner alone.
func (d *Dir) Make() error {
	if err := os.MkdirAll(d.path, 0o700); err != nil {
		return fmt.Errorf("making the index: %w", err)
	}
	return nil
}

// Lock takes the lock, unless another process has it: the error is then [ErrLocked]. The folder must exist.
func (d *Dir) Lock() error {
	locked, err := d.lock.TryLock()
	if err != nil {
		return fmt.Errorf("locking the index: %w", err)
	}
	if !locked {
		return ErrLocked
	}
	return nil
}

// Unlock releases the lock.
func (d *Dir) Unlock() error { return d.lock.Close() }

// Path returns the path of a file.
func (d *Dir) Path(kind string, number int) string {
	return filepath.Join(d.path, fmt.Sprintf("%s-%08d", kind, number))
}

// Numbers returns the numbers of the files of a kind, rising.
func (d *Dir) Numbers(kind string) []int {
	names, _ := filepath.Glob(filepath.Join(d.path, kind+"-*")) // the pattern can't be malformed
	var out []int
	for _, name := range names {
		var n int
		if _, err := fmt.Sscanf(filepath.Base(name), kind+"-%d", &n); err == nil && n > 0 {
			out = append(out, n)
		}
	}
	slices.Sort(out)
	return out
}

// Next returns a number greater than those of all files of the kinds.
func (d *Dir) Next(kinds ...string) int {
	n := 0
	for _, kind := range kinds {
		for _, m := range d.Numbers(kind) {
			n = max(n, m)
		}
	}
	return n + 1
}

// Bytes returns the size of all files of a kind.
func (d *Dir) Bytes(kind string) (sum int64) {
	for _, n := range d.Numbers(kind) {
		if info, err := os.Stat(d.Path(kind, n)); err == nil {
			sum += info.Size()
		}
	}
	return sum
}

// Changed returns when a file was last made or removed; the zero time if that is not known.
func (d *Dir) Changed() time.Time {
	info, err := os.Stat(d.path)
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}

// Temp creates a file that [Dir.Clean] removes if its owner doesn't.
func (d *Dir) Temp() (*os.File, error) {
	f, err := os.CreateTemp(d.path, temporary+"*")
	if err != nil {
		return nil, fmt.Errorf("writing the index: %w", err)
	}
	return f, nil
}

// Clean removes what a crash left half written, and the files of the kinds except those that isUsed reports; a nil isUsed
// reports none. The caller holds the lock.
func (d *Dir) Clean(isUsed func(path string) bool, kinds ...string) error {
	var errs []error
	remove := func(prefix string, isUsed func(string) bool) {
		names, _ := filepath.Glob(filepath.Join(d.path, prefix+"*")) // the pattern can't be malformed
		for _, name := range names {
			if isUsed == nil || !isUsed(name) {
				errs = append(errs, IgnoreMissing(os.Remove(name)))
			}
		}
	}
	remove(temporary, nil)
	for _, kind := range kinds {
		remove(kind+"-", isUsed)
	}
	return errors.Join(errs...)
}

// Remove removes the folder with all files in it.
func (d *Dir) Remove() error {
	if err := os.RemoveAll(d.path); err != nil {
		return fmt.Errorf("removing the index: %w", err)
	}
	return nil
}

// IgnoreMissing returns err, or nil if the error is that a file does not exist.
func IgnoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
