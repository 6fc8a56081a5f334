package search

import "strings"

// pattern is one line of an ignore file.
type pattern struct {
	text    string // without !, trailing and leading slash
	literal int    // length of the head without special characters
	needs   letters
	run     string // the longest literal part of the pattern
	negated bool
	dirOnly bool
	name    bool // matched with the last element of a path alone
	fold    bool // the matched path is in lower case, and so is text: git ignores case
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

// trimBlanks trims trailing blanks that are not escaped by a backslash.
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

// folded returns a pattern that ignores case as git does: letters in brackets and after a backslash are left as they are.
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

// lower converts the letters of ASCII to lower case.
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

// letters is a set of bytes, folded to 64: a byte that is not in it is certainly missing.
type letters uint64

func lettersOf(s string) letters {
	var l letters
	for i := range len(s) {
		l |= 1 << (s[i] & 63)
	}
	return l
}

// needed returns the bytes that are in every text that a pattern matches, and the longest literal part of it.
func needed(pattern string) (all letters, run string) {
	if end := strings.IndexAny(pattern, "[\\"); end >= 0 {
		pattern = pattern[:end]
	}
	isSpecial := func(r rune) bool { return r == '*' || r == '?' || r == '/' } // a slash beside ** may match nothing
	for _, piece := range strings.FieldsFunc(pattern, isSpecial) {
		all |= lettersOf(piece)
		if len(piece) > len(run) {
			run = piece
		}
	}
	return all, run
}

// matches reports whether the pattern matches a path from its folder.
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
