package search

import (
	"io/fs"
	"regexp/syntax"
)

// Options select what to search.
type Options struct {
	Root string // absolute folder of the workspace
	Dir  string // the folder in it to begin with, slash-separated; "" for all of it
	// Global is the path of the user's own ignore file, git's core.excludesFile; "" for none. See [GlobalIgnore].
	Global string
	// Skip hides a file or folder in addition to the ignore rules; nil hides none. It is called from many goroutines.
	Skip func(rel string, dir bool) bool
	// Memory saves walks from reading folders that have not changed; nil for none.
	Memory *Memory
	// Index saves [Grep] from reading files; nil for none.
	Index Index
}

// Index knows files that can't match.
type Index interface {
	// Narrow prepares a search for an expression, which is matched line by line. It returns a function that is called once for
	// each goroutine of the search; nil if the index can't exclude any file.
	Narrow(expr *syntax.Regexp) func() Lacks
}

// Lacks reports whether it is certain that the file at rel has no match now. stamp returns the file's state, which costs a system
// call; ok is false if there is no file.
type Lacks func(rel string, stamp func(rel string) (is Stamp, ok bool)) bool

// skip reports whether the caller hides the path.
func (o *Options) skip(rel string, dir bool) bool { return o.Skip != nil && o.Skip(rel, dir) }

// Entry is a file that was found: a regular file or a symbolic link, which is not followed.
type Entry struct {
	Rel  string // from the root, slash-separated
	Type fs.FileMode
}
