package readable

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"
)

// ErrTooLarge is under the error of a folder that holds too much to be looked through, or too much that must be given one by one.
var ErrTooLarge = errors.New("too large to be looked through")

// Found is what is known of a folder. Its slices are not changed by anyone.
type Found struct {
	Read    []string // files and folders that hold no secret
	Steered []string // files and folders that steer other programs, the uppermost of each
	GitDirs []string // folders of git's own
	// Withheld are configurations of git that hold passwords or tokens; without them git does not work.
	Withheld []string
}

// folder is what is kept of one folder.
type folder struct {
	stamp   stamp
	fresh   bool // it may have changed since without another stamp
	below   []string
	files   int
	secrets []string
	steered []string
	linked  []linked // files that have other names
	hidden  []inode  // what the secrets are, under whatever name
	closed  bool     // it can't be looked into
	git     bool     // it is a folder of git's own, and not looked into
}

// linked is a file with several names.
type linked struct {
	name string
	id   inode
}

// The bounds of what is looked through and given.
const (
	mostFiles = 1_000_000
	mostGiven = 5_000
	// grain is how far two changes may lie apart and have the same time.
	grain = 20 * time.Millisecond
)

// entriesOf returns the entries of a folder, none if it is gone or may not be read.
func entriesOf(dir string) ([]fs.DirEntry, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("looking into %s: %w", dir, err)
	}
	return entries, nil
}
