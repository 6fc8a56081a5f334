package search

import "strings"

// pattern is one line of an ignore file.
type pattern struct {
	text    string // without !, the slash at its end and the one at its beginning
	literal int    // length of the head without special characters
	needs   letters
	run     string // the longest piece that stands in what it matches
	negated bool
	dirOnly bool
	name    bool // matched with the last element of a path alone
	fold    bool // what is matched is in lower case, as is text where case does not count for git
}

const special = `*?[\`

// parsePatterns reads the lines of an ignore file.
func parsePatterns(text string) []pattern {
	var out []pattern
	text = strings.TrimPrefix(text, "\ufeff")
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
		if line == "" || line[0] == '#' {
			continue
		}
		if p := parsePattern(trimBlanks(line)); p.text != "" {
			out = append(out, p)
		}
	}
	return out
}

// trimBlanks takes off the blanks at the end that no backslash protects.
func trimBlanks(s string) string {
	end := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case ' ':
			continue
		case '\\':
			i++
		}
		end = min(i+1, len(s))
	}
	return s[:end]
}

func parsePattern(s string) pattern {
	var p pattern
	if s, p.negated = strings.CutPrefix(s, "!"); s == "" {
		return p
	}
	s, p.dirOnly = strings.CutSuffix(s, "/")
	p.name = !strings.Contains(s, "/")
	p.text = strings.TrimPrefix(s, "/")
	if p.literal = strings.IndexAny(p.text, special); p.literal < 0 {
		p.literal = len(p.text)
	}
	p.needs, p.run = needed(p.text)
	return p
}

// folded makes a pattern match without regard to case, as git does: letters in brackets and behind a backslash stay.
func (p pattern) folded() pattern {
	b := []byte(p.text)
	for i := 0; i < len(b); i++ {
		switch {
		case b[i] == '\\':
			i++
		case b[i] == '[':
			end, _ := class(p.text, i, 0, false)
			i = max(i, end-1)
		case 'A' <= b[i] && b[i] <= 'Z':
			b[i] += 'a' - 'A'
		}
	}
	p.text, p.fold = string(b), true
	p.needs, p.run = needed(p.text)
	return p
}

// lower makes letters of ASCII small.
func lower(s string) string {
	for i := range len(s) {
		if 'A' <= s[i] && s[i] <= 'Z' {
			b := []byte(s)
			for ; i < len(b); i++ {
				if 'A' <= b[i] && b[i] <= 'Z' {
					b[i] += 'a' - 'A'
				}
			}
			return string(b)
		}
	}
	return s
}

// letters is a set of bytes, folded to 64: what it says is missing is missing.
type letters uint64

func lettersOf(s string) letters {
	var l letters
	for i := range len(s) {
		l |= 1 << (s[i] & 63)
	}
	return l
}

// needed gives the bytes that are in every text that a pattern matches, and the longest piece of it.
func needed(pattern string) (all letters, run string) {
	if end := strings.IndexAny(pattern, "[\\"); end >= 0 {
		pattern = pattern[:end]
	}
	isSpecial := func(r rune) bool { return r == '*' || r == '?' || r == '/' } // a slash beside ** may be none
	for _, piece := range strings.FieldsFunc(pattern, isSpecial) {
		all |= lettersOf(piece)
		if len(piece) > len(run) {
			run = piece
		}
	}
	return all, run
}

// matches is given the path from the pattern's folder.
func (p *pattern) matches(rel string, dir bool) bool {
	if p.dirOnly && !dir {
		return false
	}
	if p.name {
		rel = rel[strings.LastIndexByte(rel, '/')+1:]
	}
	// The head is compared first and the rest matched as if it began there: so does git, and a**/b depends on it.
	rest, ok := strings.CutPrefix(rel, p.text[:p.literal])
	if !ok {
		return false
	}
	if p.name {
		if p.literal == len(p.text) {
			return rest == ""
		}
		return strings.Contains(rel, p.run) && p.glob(p.text, false).match(0, 0, rel)
	}
	if p.literal == len(p.text) {
		return rest == ""
	}
	return p.glob(p.text[p.literal:], true).match(0, 0, rest)
}

func (p *pattern) glob(text string, path bool) *glob {
	g := newGlob(text, path)
	g.fold = p.fold
	return g
}
