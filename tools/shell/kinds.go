package shell

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// kinds returns the kinds of flag values and operands that the tables use, by name; they are compiled on first use.
var kinds = sync.OnceValue(func() map[string]func(string) bool {
	any := func(string) bool { return true }
	return map[string]func(string) bool{
		"path": any, "text": any, "include": any,
		"number":    fits(`[-+]?[0-9]{1,7}[kKMb]?`),
		"count":     fits(`-?[0-9]{1,5}`),
		"list":      fits(`[0-9]{0,4}(-[0-9]{0,4})?(,[0-9]{0,4}(-[0-9]{0,4})?)*`),                                 // of fields or columns
		"key":       fits(`[0-9]{1,4}(\.[0-9]{1,4})?[bdfginMhnRrV]*(,[0-9]{1,4}(\.[0-9]{1,4})?[bdfginMhnRrV]*)?`), // of sort
		"char":      func(s string) bool { return len(s) <= 4 },
		"word":      fits(`[A-Za-z0-9][A-Za-z0-9_.+-]*`),
		"duration":  fits(`[0-9]{1,5}(\.[0-9]{1,3})?[smh]?`),
		"pause":     fits(`[0-9]{1,2}(\.[0-9]{1,3})?s?`),
		"date":      func(s string) bool { return strings.HasPrefix(s, "+") },
		"sed":       sedHarmless,
		"awk":       awkHarmless,
		"jq":        jqHarmless,
		"assign":    fits(`([a-z][a-z0-9_]*|OFS|FS|ORS|RS)=[^\\]*`),
		"operand":   func(s string) bool { return !strings.Contains(s, "=") }, // of awk: a file, not an assignment
		"treeish":   func(s string) bool { return s != "" },
		"gitformat": func(s string) bool { return !strings.Contains(s, "%G") && !strings.Contains(s, "signature") },
		"goname":    fits(`GOROOT|GOVERSION|GOOS|GOARCH|GOMOD|GOWORK|GOTOOLDIR|GOEXE|GOHOSTOS|GOHOSTARCH`),
		"package":   anyPackage(),
		"local":     localPackage(), // a package below the working folder
		"branch":    fits(`[A-Za-z0-9_][A-Za-z0-9_./+-]*`),
		"file":      fits(`[A-Za-z0-9_.][^:]*`),                            // a relative path
		"new":       func(s string) bool { return s != "" && s[0] != '-' }, // a path to be written
	}
})

// kindNamed returns the function that reports whether a text is of a kind; nil if the kind doesn't exist. a|b is one of
// these words.
func kindNamed(kind string) func(string) bool {
	if strings.Contains(kind, "|") {
		words := strings.Split(kind, "|")
		return func(s string) bool { return slices.Contains(words, s) }
	}
	return kinds()[kind]
}

// fits returns a function that reports whether a pattern matches a whole text of one line.
func fits(pattern string) func(string) bool {
	re := regexp.MustCompile(`^(?:` + pattern + `)$`)
	return func(s string) bool { return !strings.Contains(s, "\n") && re.MatchString(s) }
}

// anyPackage matches a package by its import path, or one below the working folder.
func anyPackage() func(string) bool {
	plain := fits(`(\./)?[A-Za-z0-9_.][A-Za-z0-9_./-]*|\.`)
	return func(s string) bool { return plain(s) && !slices.Contains(strings.Split(s, "/"), "..") }
}

func localPackage() func(string) bool {
	plain := fits(`\.|\./[A-Za-z0-9_./-]*`)
	return func(s string) bool { return plain(s) && !slices.Contains(strings.Split(s, "/"), "..") }
}
