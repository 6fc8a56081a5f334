package search

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// rules are the patterns of one ignore file or more, with those of the folders above.
type rules struct {
	above *rules
	// base is the folder that the patterns count from, as [rules.ignored] is given it, with a slash at its end.
	base     string
	patterns []pattern
	set      ruleset // of the patterns
}

// ruleFiles are the names of the ignore files of a folder, the stronger last.
func ruleFiles() []string { return []string{".gitignore", ".ignore"} }

// ignored tells whether the rules hide the path; the folders above it must not be hidden.
func (r *rules) ignored(rel string, dir bool) bool {
	for ; r != nil; r = r.above {
		var name string
		if up, ok := strings.CutPrefix(r.base, "^"); ok {
			name = up + rel
		} else {
			name = rel[len(r.base):]
		}
		if p := r.set.last(name, dir); p != nil {
			return !p.negated
		}
	}
	return false
}

// in adds the ignore files of a folder; what .ignore says is stronger than what .gitignore says.
func (r *rules) in(m *memory, dir, base string, items []item) *rules {
	for _, name := range ruleFiles() {
		if slices.ContainsFunc(items, func(i item) bool { return i.kind == regular && i.rel[len(base):] == name }) {
			r = r.with(m, base, readPatterns(filepath.Join(dir, name)))
		}
	}
	return r
}

// with adds patterns. The rules are the same as the last time where all that makes them is and the memory has them.
func (r *rules) with(m *memory, base string, patterns []pattern) *rules {
	if len(patterns) == 0 {
		return r
	}
	return m.same(&rules{above: r, base: base, patterns: patterns})
}

// rulesAbove gives the rules that hold for the first folder: those of the user, of the repository, and of the folders
// between the repository's top and the first folder.
func rulesAbove(o Options, m *memory) (*rules, error) {
	dir := strings.Trim(o.Dir, "/")
	top, gitDir := repository(o.Root)
	up, err := filepath.Rel(top, o.Root)
	if err != nil {
		return nil, err
	}
	r := (*rules)(nil).with(m, "^"+upward(up), readPatterns(o.Global))
	if gitDir != "" {
		r = r.with(m, "^"+upward(up), readPatterns(filepath.Join(gitDir, "info", "exclude")))
	}
	for at := top; at != o.Root; {
		r = r.inFolder(m, at, "^"+upward(relOr(at, o.Root)))
		next := strings.Split(relOr(at, o.Root), "/")[0]
		at = filepath.Join(at, next)
	}
	for at := "."; dir != ""; {
		base := ""
		if at != "." {
			base = at + "/"
		}
		r = r.inFolder(m, filepath.Join(o.Root, filepath.FromSlash(at)), base)
		first, rest, more := strings.Cut(dir, "/")
		if !more {
			break
		}
		at, dir = path.Join(at, first), rest
	}
	return r, nil
}

// inFolder adds the ignore files of a folder that is not walked.
func (r *rules) inFolder(m *memory, dir, base string) *rules {
	var items []item
	for _, name := range ruleFiles() {
		if info, err := os.Lstat(filepath.Join(dir, name)); err == nil {
			items = append(items, item{rel: base + name, kind: kindOf(info.Mode())})
		}
	}
	return r.in(m, dir, base, items)
}

func relOr(base, path string) string {
	rel, err := filepath.Rel(base, path)
	if err != nil {
		return "."
	}
	return filepath.ToSlash(rel)
}

// upward gives the way down to the root as a prefix of paths: "" or "a/b/".
func upward(rel string) string {
	if rel = filepath.ToSlash(rel); rel == "." {
		return ""
	}
	return rel + "/"
}

// readPatterns reads an ignore file; one that can't be read hides nothing, as with git.
func readPatterns(path string) []pattern {
	if path == "" {
		return nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	return parsePatterns(string(data))
}

// repository finds the top of the repository that the folder is in and its git folder; the folder itself and "" where it is in none.
func repository(root string) (top, gitDir string) {
	for at := root; ; at = filepath.Dir(at) {
		path := filepath.Join(at, ".git")
		if info, err := os.Stat(path); err == nil {
			if info.IsDir() {
				return at, path
			}
			return at, linkedGitDir(at, path)
		}
		if filepath.Dir(at) == at {
			return root, ""
		}
	}
}

// linkedGitDir follows the .git file of a worktree or submodule to the folder that holds info/exclude.
func linkedGitDir(at, file string) string {
	data, err := os.ReadFile(file)
	if err != nil {
		return ""
	}
	dir, ok := strings.CutPrefix(strings.TrimSpace(string(data)), "gitdir: ")
	if !ok {
		return ""
	}
	dir = from(at, dir)
	if common, err := os.ReadFile(filepath.Join(dir, "commondir")); err == nil {
		return from(dir, strings.TrimSpace(string(common)))
	}
	return dir
}

func from(base, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(base, path)
}
