package index

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"path/filepath"
)

// SetOptions are the settings of a [Set].
type SetOptions struct {
	// Cache is the folder of the indexes, each of which has a folder of its own in it; see [Place].
	Cache string
	// Options returns the options of a folder's index.
	Options func(root string) Options
	// Watch is called if something begins in the background that may take long. It returns the functions that are called with the
	// progress, and with nil, an error or [ErrStopped] at the end. It may be nil. It is called from several goroutines.
	Watch func(t Task) (report Progress, end func(err error))
	// Failed is called with errors of the background; it must not be nil.
	Failed func(root string, err error)
}

// Task is something that a [Set] does in the background.
type Task struct {
	Root      string // the folder
	Embedding bool   // asks a model for vectors; else reads files
	Stop      func() // stops it for now
}

// ErrStopped is the error of a [Task] that was stopped.
var ErrStopped = errors.New("stopped")

// Place returns the folder of the index of a folder, below the cache folder.
func Place(cache, root string) string {
	sum := sha256.Sum256([]byte(root))
	return filepath.Join(cache, filepath.Base(root)+"-"+hex.EncodeToString(sum[:8]))
}
