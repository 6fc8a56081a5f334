package workspace

import (
	_ "embed"
	"strings"
	"sync"

	"ptk-lsp/workspace/names"
)

// Secrets reports whether a folded path is that of a file that is not shown without the user's consent. See [DefaultSecrets];
// nil reports none.
type Secrets func(folded string) bool

//go:embed secret.list
var secretNames string

var defaultSecrets = sync.OnceValue(func() Secrets { return listed(names.Parse(secretNames)) })

// DefaultSecrets returns the files that usually hold keys and passwords.
func DefaultSecrets() Secrets { return defaultSecrets() }

// listed returns the files of a list, and copies of them.
func listed(l *names.List) Secrets {
	return func(path string) bool {
		if l.Match(path) != "" || names.Short(ending(path)) {
			return true
		}
		for _, original := range names.Originals(path) {
			if l.Match(original) != "" {
				return true
			}
		}
		return false
	}
}

// ending returns the last two elements of a path: what comes before may be the short name of a home folder.
func ending(path string) string {
	i := strings.LastIndexByte(path, '/')
	return path[strings.LastIndexByte(path[:max(i, 0)], '/')+1:]
}

// Match reports whether the path, slash-separated, is one of the secrets or named like a copy of one, or the URI of a document
// with such a name. It ignores case, and the endings by which Windows opens the same file.
func (s Secrets) Match(rel string) bool { return s != nil && s(names.Fold(nameOf(rel))) }
