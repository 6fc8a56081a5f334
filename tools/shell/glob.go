package shell

import (
	"slices"
	"strings"
)

// Limits of patterns: how many files one may match, how many files those of a command may look at, and how many steps
// matching them may take.
const (
	maxMatches = 1000
	maxLooks   = 5000
	maxTries   = 500_000
)

// glob returns the files that match a word, as bash finds them with its default settings; the word itself if there are none.
// The command that runs gets these names, so a difference to bash can show in the output but not change what was judged.
func (fl *files) glob(pieces []piece, st *state) []field {
	whole := join(pieces)
	parts := components(pieces)
	base := st.dir
	shown := ""
	if strings.HasPrefix(whole.text, "/") {
		base, shown, parts = "/", "/", parts[1:]
	}
	if base == "" {
		fl.say(AskEach, rankForm, "has a pattern in an unknown folder")
		return []field{whole}
	}
	found := []match{{base, shown}}
	for i, p := range parts {
		var ok bool
		if found, ok = fl.matchPart(found, p, i == len(parts)-1); !ok {
			return []field{whole} // its path is judged like any other
		}
	}
	if len(found) == 0 {
		return []field{whole}
	}
	var out []field
	for _, m := range found {
		out = append(out, literal(m.shown))
	}
	return out
}

// match is a file that matches the first parts of a pattern: its full path, and how it is written.
type match struct{ path, shown string }

// matchPart finds the files that match one more part of a pattern.
func (fl *files) matchPart(found []match, p part, last bool) (next []match, ok bool) {
	for _, m := range found {
		if fl.looks > maxLooks || fl.tries > maxTries {
			fl.say(AskEach, rankForm, "has patterns that take too long to check")
			return nil, false
		}
		names := []string{p.text}
		if p.pattern {
			if r := fl.world.Reach(m.path); r != Inside && r != Protected {
				fl.readsOutside(r, m.path)
				return nil, false
			}
			var ok bool
			if names, ok = fl.world.List(m.path); !ok {
				continue
			}
			fl.looks += len(names)/20 + 1
			names = slices.DeleteFunc(slices.Clone(names), func(n string) bool { return !p.matches(n, &fl.tries) })
			slices.Sort(names)
		}
		for _, n := range names {
			fl.looks++
			full := strings.TrimSuffix(m.path, "/") + "/" + n
			if n == "" {
				full = m.path + "/"
			}
			if last && !fl.world.Exists(full) || !last && !fl.world.IsDir(full) {
				continue
			}
			shown := m.shown + n
			if !last {
				shown += "/"
			}
			next = append(next, match{full, shown})
		}
		if len(next) > maxMatches {
			fl.say(AskEach, rankForm, "has a pattern that matches very many files")
			return nil, false
		}
	}
	return next, true
}
