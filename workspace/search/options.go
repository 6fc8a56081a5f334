package search

import (
	"io/fs"
	"regexp/syntax"
)

// Options say where to look.
type Options struct {
	Root string // absolute folder of the workspace
	Dir  string // where in it to begin, slash-separated; "" for all of it
	// Global is the path of the user's own ignore file, git's core.excludesFile; "" for none. See [GlobalIgnore].
	Global string
	// Skip hides a file or folder beyond the ignore rules; nil hides none. It is called from many goroutines.
	Skip func(rel string, dir bool) bool
	// Memory spares walks the reading of folders that have not changed; nil where there is none.
	Memory *Memory
	// Index spares [Grep] the reading of files; nil where there is none.
	Index Index
}

// Index knows of files what they can't hold.
type Index interface {
	// Narrow prepares a search for an expression, whose lines it looks at one by one. It gives a function that is called
	// once for each goroutine of the search; it is nil where the index can't tell of any file.
	Narrow(expr *syntax.Regexp) func() Lacks
}

// Lacks tells that the file at rel has no match, now, as far as it knows. stamp tells it the file's state, which costs
// a call of the system; ok is false where there is no file.
type Lacks func(rel string, stamp func(rel string) (is Stamp, ok bool)) bool

// skip tells whether the caller hides the path.
func (o *Options) skip(rel string, dir bool) bool { return o.Skip != nil && o.Skip(rel, dir) }

// Entry is a file that was found: a regular file or a symbolic link, which is not followed.
type Entry struct {
	Rel  string // from the root, slash-separated
	Type fs.FileMode
}
