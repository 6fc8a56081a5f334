package search

import (
	"errors"
	"time"
)

// Stamp identifies a state of a file or folder without reading it. Changed, if the system stores it, can't be set by programs, so
// it reveals a file whose old modification time was restored.
type Stamp struct {
	Size              int64
	Modified, Changed int64 // in nanoseconds since 1970; Changed is 0 if the system does not store it
	Inode             uint64
}

// grain is the coarsest resolution of file times.
const grain = 2 * time.Second

// Settled reports whether a change after now would give another stamp: the last change is longer ago than the resolution of the
// clock for file times.
func (s Stamp) Settled(now time.Time) bool {
	return max(s.Modified, s.Changed) < now.Add(-grain).UnixNano()
}

const maxFile = 64 << 20 // bytes; larger files are not searched

var errLarge = errors.New("the file is too large to be searched")
