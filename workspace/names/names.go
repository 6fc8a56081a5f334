// Package names finds out which paths are on a list of names, and why. A list is text, compiled once; looking up a path costs a
// few map lookups and no allocation, so that whole trees can be filtered.
package names

import (
	"strings"
)

// List is a compiled list. It is safe for concurrent use.
type List struct {
	whole   map[string]entry   // literal names of files
	endings map[string]entry   // endings of names, from a dot on
	folders map[string]entry   // names of folders, with everything below them
	paths   map[string][]chain // names in a row, by the first
	globs   [256][]glob        // names with a *, by their first byte; those that begin with a * by their last
	loose   []glob             // names that begin and end with a *
	lengths [256]uint64        // lengths of the names in the maps, by the first byte: most names are in none
}

// entry is a line of the list: later lines have a larger at, and why is "" if the line takes back earlier ones.
type entry struct {
	at  int
	why string
}

// chain is a sequence of names that must match the end of the path, or a folder of it.
type chain struct {
	entry
	rest  []string
	below bool
}

// glob is a name with a * in it.
type glob struct {
	entry
	parts []string // the parts between the stars
}

// Parse compiles a list. A line that is not indented is the reason why the names on the indented lines below it are on the list; a
// line that begins with # is a comment. Names are in lower case and separated by blanks. In a name, * matches any part of it. A
// name that ends with a slash is a folder with everything below; "a/b" is b in a folder a, and "a/b/" everything below that. A
// name that begins with ! takes back earlier ones.
func Parse(text string) *List {
	l := &List{whole: map[string]entry{}, endings: map[string]entry{}, folders: map[string]entry{}, paths: map[string][]chain{}}
	why, at := "", 0
	for line := range strings.Lines(text) {
		switch {
		case strings.HasPrefix(line, "#") || strings.TrimSpace(line) == "":
		case line[0] != ' ' && line[0] != '\t':
			why = strings.TrimSpace(line)
		default:
			for name := range strings.FieldsSeq(line) {
				at++
				l.add(strings.ReplaceAll(name, "␣", " "), entry{at, why})
			}
		}
	}
	return l
}

// add puts a name on the list.
func (l *List) add(name string, e entry) {
	if taken, back := strings.CutPrefix(name, "!"); back {
		name, e.why = taken, ""
	}
	plain, below := strings.CutSuffix(name, "/")
	switch dotted := strings.HasPrefix(name, "*."); {
	case strings.Contains(plain, "/"):
		parts := strings.Split(plain, "/")
		l.note(parts[0])
		l.paths[parts[0]] = append(l.paths[parts[0]], chain{e, parts[1:], below})
	case below:
		l.note(plain)
		l.folders[plain] = e
	case !strings.Contains(name, "*"):
		l.note(name)
		l.whole[name] = e
	case dotted && !strings.Contains(name[1:], "*"):
		l.endings[name[1:]] = e
	default:
		g := glob{e, strings.Split(name, "*")}
		switch first, last := g.parts[0], g.parts[len(g.parts)-1]; {
		case first != "":
			l.globs[first[0]] = append(l.globs[first[0]], g)
		case last != "":
			l.globs[last[len(last)-1]] = append(l.globs[last[len(last)-1]], g)
		default:
			l.loose = append(l.loose, g)
		}
	}
}

// note records that a map contains a name of this length and first byte.
func (l *List) note(name string) {
	if name != "" {
		l.lengths[name[0]] |= 1 << min(len(name), 63)
	}
}

// known reports whether a map may contain the name.
func (l *List) known(name string) bool {
	return name != "" && l.lengths[name[0]]&(1<<min(len(name), 63)) != 0
}

// Match returns why a path is on the list, or "". The path is slash-separated and folded, see [Fold].
func (l *List) Match(path string) (why string) {
	var best entry
	for start := 0; start < len(path); {
		end := len(path)
		if i := strings.IndexByte(path[start:], '/'); i >= 0 {
			end = start + i
		}
		name := path[start:end]
		known := l.known(name)
		if known {
			best = later(best, l.folders[name])
			for _, c := range l.paths[name] {
				if c.follows(path[end:]) {
					best = later(best, c.entry)
				}
			}
		}
		if end == len(path) {
			best = l.base(best, name, known)
		}
		start = end + 1
	}
	return best.why
}

func later(a, b entry) entry {
	if b.at > a.at {
		return b
	}
	return a
}

// base looks the last name of a path up.
func (l *List) base(best entry, name string, known bool) entry {
	if name == "" {
		return best
	}
	if known {
		best = later(best, l.whole[name])
	}
	for i := range len(name) {
		if name[i] == '.' {
			best = later(best, l.endings[name[i:]])
		}
	}
	first, last := name[0], name[len(name)-1]
	best = among(best, l.globs[first], name)
	if last != first {
		best = among(best, l.globs[last], name)
	}
	return among(best, l.loose, name)
}

func among(best entry, globs []glob, name string) entry {
	for i := range globs {
		if globs[i].at > best.at && globs[i].matches(name) {
			best = globs[i].entry
		}
	}
	return best
}

// follows reports whether the rest of a path continues with the names of the chain.
func (c chain) follows(rest string) bool {
	for _, name := range c.rest {
		after, ok := strings.CutPrefix(rest, "/")
		if !ok {
			return false
		}
		if rest, ok = strings.CutPrefix(after, name); !ok || rest != "" && rest[0] != '/' {
			return c.last(after, name)
		}
	}
	return rest == "" || c.below
}

// last reports whether the end of a path is the last name of the chain, if that name contains a *.
func (c chain) last(end, name string) bool {
	return len(c.rest) > 0 && name == c.rest[len(c.rest)-1] && strings.Contains(name, "*") && !strings.Contains(end, "/") &&
		(glob{parts: strings.Split(name, "*")}).matches(end)
}

// matches reports whether a name has all parts in their order.
func (g glob) matches(name string) bool {
	n := len(g.parts) - 1
	if len(name) < len(g.parts[0])+len(g.parts[n]) || !strings.HasPrefix(name, g.parts[0]) || !strings.HasSuffix(name, g.parts[n]) {
		return false
	}
	name, ok := name[len(g.parts[0]):len(name)-len(g.parts[n])], false
	for _, p := range g.parts[1:n] {
		if _, name, ok = strings.Cut(name, p); !ok {
			return false
		}
	}
	return true
}
