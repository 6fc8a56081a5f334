package search

import (
	"errors"
	"time"
)

// Stamp tells one state of a file or folder from another without reading it. Where the system keeps it, Changed is a time
// that no program can set, so that a file which was given back its old time of modification is found out.
type Stamp struct {
	Size              int64
	Modified, Changed int64 // in nanoseconds since 1970; Changed is 0 where the system does not tell it
	Inode             uint64
}

// grain is how exact the times of a file are at the worst.
const grain = 2 * time.Second

// Settled is true where a change after now would give another stamp: the last one was not within the grain of the clock
// that files are stamped by.
func (s Stamp) Settled(now time.Time) bool {
	return max(s.Modified, s.Changed) < now.Add(-grain).UnixNano()
}

const maxFile = 64 << 20 // bytes; larger files are not searched

var errLarge = errors.New("the file is too large to be searched")
