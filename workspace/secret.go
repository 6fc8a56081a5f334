package workspace

import (
	_ "embed"
	"strings"
	"sync"

	"ptk-lsp/workspace/names"
)

// Secrets reports whether a folded path is that of a file which is not shown without the user's consent. See [DefaultSecrets] and
// [NewSecrets]; the nil one knows none.
type Secrets func(folded string) bool

//go:embed secret.list
var secretNames string

var defaultSecrets = sync.OnceValue(func() Secrets { return listed(names.Parse(secretNames)) })

// DefaultSecrets are the files that usually hold keys and passwords.
func DefaultSecrets() Secrets { return defaultSecrets() }

// NewSecrets are the files of the patterns, in the form of [names.Parse].
func NewSecrets(patterns ...string) Secrets {
	return listed(names.Parse("listed\n\t" + strings.Join(patterns, " ")))
}

// listed are the files of a list, and copies of them.
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

// ending gives the last two names of a path: what comes before may be the short name of a home folder.
func ending(path string) string {
	i := strings.LastIndexByte(path, '/')
	return path[strings.LastIndexByte(path[:max(i, 0)], '/')+1:]
}

// Match reports whether the path, slash-separated, is one of them or is called like a copy of one, or the URI of a document that
// is called so. Case does not count, nor do the endings by which Windows opens the same file.
func (s Secrets) Match(rel string) bool { return s != nil && s(names.Fold(nameOf(rel))) }
