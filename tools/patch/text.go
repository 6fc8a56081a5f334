package patch

import (
	"slices"
	"strings"
)

// body is a text with the beginnings of its lines.
type body struct {
	all   string
	lines []string // without \n
	start []int    // of each line, and the end of the text
	crlf  bool     // most lines end in \r\n
}

func newBody(s string) *body {
	t := &body{all: s, lines: strings.Split(s, "\n")}
	at := 0
	for _, l := range t.lines {
		t.start = append(t.start, at)
		at += len(l) + 1
	}
	t.start = append(t.start, len(s))
	t.crlf = strings.Count(s, "\r\n")*2 > strings.Count(s, "\n")
	return t
}

// ended returns new text with the line endings of the file.
func (t *body) ended(s string) string {
	if s = unix(s); t.crlf {
		s = strings.ReplaceAll(s, "\n", "\r\n")
	}
	return s
}

// linesOf returns the line in which each span begins, counted from 1.
func (t *body) linesOf(spans []span) []int {
	var out []int
	for _, s := range spans {
		i, found := slices.BinarySearch(t.start[:len(t.lines)], s.from)
		if !found {
			i--
		}
		out = append(out, i+1)
	}
	return out
}

// oldLines returns the lines of the old text. newline reports whether its last line ends in a newline.
func oldLines(old string) (lines []string, newline bool) {
	old = unix(old)
	old, newline = strings.CutSuffix(old, "\n")
	return strings.Split(old, "\n"), newline
}

// byLines finds the places whose lines equal the old ones after fold. made returns the replacement for each.
func (t *body) byLines(e Edit, fold func(string) string, made func(old, found []string, new string) (string, bool)) []span {
	old, newline := oldLines(e.Old)
	folded := make([]string, len(old))
	for i, l := range old {
		folded[i] = fold(l)
	}
	var out []span
	for i := 0; i+len(old) <= len(t.lines); i++ {
		found := t.lines[i : i+len(old)]
		if !slices.EqualFunc(folded, found, func(a, b string) bool { return a == fold(b) }) {
			continue
		}
		if new, ok := made(old, found, e.New); ok {
			out = append(out, t.span(i, i+len(old), newline, new))
			i += len(old) - 1
		}
	}
	return out
}

// span covers the lines from i to j, and the ending of the last one if newline is set.
func (t *body) span(i, j int, newline bool, new string) span {
	s := span{from: t.start[i], to: t.start[j], new: new}
	if j == len(t.lines) { // the last line has no ending
		if newline {
			s.new = strings.TrimSuffix(strings.TrimSuffix(new, "\n"), "\r")
		}
		return s
	}
	if !newline {
		s.to--
		if strings.HasSuffix(t.lines[j-1], "\r") {
			s.to--
		}
	}
	return s
}

// mapping maps indentations of the model to those of the file.
type mapping map[string]string

// indents compares the indentation of lines. ok reports whether it differs in a consistent way.
func indents(old, found []string) (m mapping, ok bool) {
	m = mapping{}
	back := map[string]string{}
	for i := range old {
		if strings.TrimSpace(old[i]) == "" {
			continue
		}
		from, to := indent(old[i]), indent(found[i])
		if had, known := m[from]; known && had != to {
			return nil, false
		}
		if other, known := back[to]; known && other != from {
			return nil, false
		}
		m[from], back[to] = to, from
	}
	return m, true
}

func indent(line string) string { return line[:len(line)-len(strings.TrimLeft(line, " \t"))] }

// apply indents new lines by the mapping. An indentation that it lacks is derived from the deepest one that it has.
func (m mapping) apply(text string) string {
	lines := strings.Split(unix(text), "\n")
	for i, l := range lines {
		if strings.TrimSpace(l) == "" {
			continue
		}
		lines[i] = m.of(indent(l)) + l[len(indent(l)):]
	}
	return strings.Join(lines, "\n")
}

func (m mapping) of(in string) string {
	for n := len(in); n >= 0; n-- {
		if to, ok := m[in[:n]]; ok {
			return to + in[n:]
		}
	}
	least, to := m.shallowest() // a line that is indented less than all quoted ones
	if strings.HasPrefix(least, in) && len(to) >= len(least)-len(in) {
		return to[:len(to)-(len(least)-len(in))]
	}
	return in
}

// shallowest returns the model's shortest indentation, and the file's for it.
func (m mapping) shallowest() (from, to string) {
	first := true
	for k, v := range m {
		if first || len(k) < len(from) {
			from, to, first = k, v, false
		}
	}
	return from, to
}
