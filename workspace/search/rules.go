package search

import (
	"bytes"
	"errors"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	small "ptk-lsp/workspace/regular"
)

// rules are the patterns of one ignore file or more, with those of the folders above.
type rules struct {
	above *rules
	// base is the folder that the patterns are relative to, relative to the paths given to [rules.ignored], with a trailing slash.
	base     string
	patterns []pattern
	fold     bool    // case does not count
	own      bool    // of .ignore, which git does not read
	set      ruleset // of the patterns
}

// ruleFiles returns the names of the ignore files of a folder, by rising precedence.
func ruleFiles() []string { return []string{".gitignore", ".ignore"} }

// ignored reports whether the rules hide the path; the folders above it must not be hidden.
func (r *rules) ignored(rel string, dir bool) bool {
	for ; r != nil; r = r.above {
		var name string
		if up, ok := strings.CutPrefix(r.base, "^"); ok {
			name = up + rel
		} else {
			name = rel[len(r.base):]
		}
		if r.fold {
			name = lower(name)
		}
		if p := r.set.last(name, dir); p != nil {
			return !p.negated
		}
	}
	return false
}

// maker makes rules.
type maker struct {
	intern func(*rules) *rules // returns equal rules made before, if there are any
	global string              // the user's own ignore file
}

// in adds the ignore files of a folder, and those of a repository that begins there; .ignore takes precedence over .gitignore.
func (k maker) in(r *rules, dir, base string, items []item) *rules {
	if gitDir := innerRepository(dir, base, items); isGitDir(gitDir) {
		r = k.repository(r, gitDir, base)
	}
	for _, name := range ruleFiles() {
		if holds(items, base+name, regular) {
			r = k.with(r, base, readPatterns(filepath.Join(dir, name)), name == ".ignore")
		}
	}
	return r
}

// innerRepository returns the git folder that a folder below the root names, whether or not it exists; "" for none.
func innerRepository(dir, base string, items []item) string {
	switch {
	case base == "" || base[0] == '^':
	case holds(items, base+".git/", directory):
		return filepath.Join(dir, ".git")
	case holds(items, base+".git", regular):
		return linkedGitDir(dir, filepath.Join(dir, ".git"))
	}
	return ""
}

// filesRead returns the files that [maker.in] reads in addition to those in the folder.
func filesRead(dir, base string, items []item) []string {
	gitDir := innerRepository(dir, base, items)
	if gitDir == "" {
		return nil
	}
	files := []string{filepath.Join(gitDir, "HEAD"), filepath.Join(gitDir, "config"), filepath.Join(gitDir, "info", "exclude")}
	if holds(items, base+".git", regular) {
		files = append(files, filepath.Join(dir, ".git"))
	}
	return files
}

// repository returns the rules at the top of a repository within the tree. Of the outer repository only .ignore applies there.
func (k maker) repository(outer *rules, gitDir, base string) *rules {
	inside := k.top(base, filepath.Join(gitDir, "config"))
	inside = k.with(inside, base, readPatterns(k.global), false)
	inside = k.with(inside, base, readPatterns(filepath.Join(gitDir, "info", "exclude")), false)
	var own []*rules
	for r := outer; r != nil; r = r.above {
		if r.own {
			own = append(own, r)
		}
	}
	for _, r := range slices.Backward(own) {
		inside = k.with(inside, r.base, r.patterns, true)
	}
	return inside
}

// top returns the first rules of a repository.
func (k maker) top(base, config string) *rules {
	c := gitConfig{}
	if c.read(config); !c.ignoreCase {
		return nil
	}
	return k.intern(&rules{base: base, fold: true})
}

// with adds patterns. It returns rules made before if they are equal and in the memory.
func (k maker) with(r *rules, base string, patterns []pattern, own bool) *rules {
	if len(patterns) == 0 {
		return r
	}
	fold := r != nil && r.fold
	if fold {
		patterns = slices.Clone(patterns)
		for i, p := range patterns {
			patterns[i] = p.folded()
		}
	}
	return k.intern(&rules{above: r, base: base, patterns: patterns, fold: fold, own: own})
}

// above returns the rules that apply to the first folder: those of the user, of the repository, and of the folders between the
// repository's top and the first folder.
func (k maker) above(root, dir string) (*rules, error) {
	top, gitDir := repository(root)
	up, err := filepath.Rel(top, root)
	if err != nil {
		return nil, err
	}
	base := "^" + upward(up)
	r := k.top(base, under(gitDir, "config"))
	r = k.with(r, base, readPatterns(k.global), false)
	if gitDir != "" {
		r = k.with(r, base, readPatterns(filepath.Join(gitDir, "info", "exclude")), false)
	}
	for at := top; at != root; {
		r = k.inFolder(r, at, "^"+upward(relOr(at, root)))
		next := strings.Split(relOr(at, root), "/")[0]
		at = filepath.Join(at, next)
	}
	for at := "."; dir != ""; {
		base := ""
		if at != "." {
			base = at + "/"
		}
		r = k.inFolder(r, filepath.Join(root, filepath.FromSlash(at)), base)
		first, rest, more := strings.Cut(dir, "/")
		if !more {
			break
		}
		at, dir = path.Join(at, first), rest
	}
	return r, nil
}

// inFolder adds the ignore files of a folder that is not walked.
func (k maker) inFolder(r *rules, dir, base string) *rules {
	var items []item
	for _, name := range append(ruleFiles(), ".git") {
		info, err := os.Lstat(filepath.Join(dir, name))
		if err != nil {
			continue
		}
		it := item{rel: base + name, kind: kindOf(info.Mode())}
		if it.kind == directory {
			it.rel += "/"
		}
		items = append(items, it)
	}
	return k.in(r, dir, base, items)
}

func relOr(base, path string) string {
	rel, err := filepath.Rel(base, path)
	if err != nil {
		return "."
	}
	return filepath.ToSlash(rel)
}

// upward returns the relative path down to the root as a prefix: "" or "a/b/".
func upward(rel string) string {
	if rel = filepath.ToSlash(rel); rel == "." {
		return ""
	}
	return rel + "/"
}

// readPatterns reads an ignore file; like git it takes an unreadable one for empty.
func readPatterns(path string) []pattern {
	if path == "" {
		return nil
	}
	data, err := small.Read(path, maxIgnore)
	switch {
	case errors.Is(err, small.ErrTooLarge):
		data = data[:bytes.LastIndexByte(data, '\n')+1]
	case err != nil:
		return nil
	}
	patterns := parsePatterns(string(data))
	return patterns[:min(len(patterns), maxPatterns)]
}

// The limits of an ignore file; the rest of a longer one is ignored.
const (
	maxIgnore   = 1 << 20 // bytes
	maxPatterns = 10_000
)
