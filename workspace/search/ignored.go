package search

import (
	"path/filepath"
	"strings"
)

// Ignored reports whether [Walk] skips the file at the path from the root. The file need not exist.
func Ignored(o Options, rel string) (bool, error) {
	k, parts := maker{(*memory)(nil).intern, o.Global}, strings.Split(rel, "/")
	for i := range parts {
		at, dir, above := strings.Join(parts[:i+1], "/"), i+1 < len(parts), strings.Join(parts[:i], "/")
		rules, err := k.above(o.Root, above)
		if err != nil {
			return false, err
		}
		prefix := ""
		if i > 0 {
			prefix = above + "/"
		}
		rules = k.inFolder(rules, filepath.Join(o.Root, filepath.FromSlash(above)), prefix)
		if parts[i] == ".git" || rules.ignored(at, dir) || o.skip(at, dir) {
			return true, nil
		}
	}
	return false, nil
}
