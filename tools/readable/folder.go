package readable

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"
)

// ErrTooLarge is wrapped by the error about a folder with too many files, or too many that must be allowed one by one.
var ErrTooLarge = errors.New("too large to be scanned")

// Found is the result of [Tree.Look]. Its slices must not be changed.
type Found struct {
	Read    []string // files and folders that hold no secret
	Steered []string // files and folders that steer other programs, only the topmost of each
	GitDirs []string // git's own folders
	// Withheld are git configurations with passwords or tokens; git does not work without them.
	Withheld []string
}

// folder is what is known of one folder.
type folder struct {
	stamp   stamp
	fresh   bool // it may have changed since without a change of the stamp
	below   []string
	files   int
	secrets []string
	steered []string
	linked  []linked // files that have other names
	hidden  []inode  // the inodes of the secrets
	closed  bool     // it can't be read
	git     bool     // it is one of git's own folders, which are not scanned
}

// linked is a file with several names.
type linked struct {
	name string
	id   inode
}

// Limits of what is scanned and allowed.
const (
	maxFiles   = 1_000_000
	maxAllowed = 5_000
	// grain is the time within which two changes may have the same time stamp.
	grain = 20 * time.Millisecond
)

// entriesOf returns the entries of a folder; none if it doesn't exist or may not be read.
func entriesOf(dir string) ([]fs.DirEntry, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading the folder %s: %w", dir, err)
	}
	return entries, nil
}
