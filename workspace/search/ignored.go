package search

import (
	"path"
	"strings"
)

// Ignored tells whether [Walk] passes over the file at the path from the root, whether or not there is one.
func Ignored(o Options, rel string) (bool, error) {
	o.Dir = path.Dir(rel)
	if o.Dir == "." {
		o.Dir = ""
	}
	parts := strings.Split(rel, "/")
	for i := range parts {
		at, dir := strings.Join(parts[:i+1], "/"), i+1 < len(parts)
		above := o
		above.Dir = strings.Join(parts[:i], "/")
		rules, err := rulesAbove(above, nil)
		if err != nil {
			return false, err
		}
		prefix := ""
		if i > 0 {
			prefix = above.Dir + "/"
		}
		rules = rules.inFolder(nil, (&walker{o: o}).path(&folder{rel: prefix}), prefix)
		if parts[i] == ".git" || rules.ignored(at, dir) || o.skip(at, dir) {
			return true, nil
		}
	}
	return false, nil
}
