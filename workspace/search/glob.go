package search

import "strings"

// glob matches a text with a pattern in git's syntax. It compares bytes, not characters.
type glob struct {
	pattern string
	path    bool            // * and ? do not match a slash, ** between slashes does
	fold    bool            // the text is in lower case, and capitals in classes match small letters
	dead    map[[2]int]bool // indexes in pattern and text from which there is no match, so that none is tried twice
}

func newGlob(pattern string, path bool) *glob { return &glob{pattern: pattern, path: path} }

// match matches the pattern from p on with the text from t on.
func (g *glob) match(p, t int, text string) bool {
	for p < len(g.pattern) {
		c := g.pattern[p]
		if c == '*' {
			return g.star(p, t, text)
		}
		if t == len(text) {
			return false
		}
		next, ok := g.one(p, text[t])
		if !ok {
			return false
		}
		p, t = next, t+1
	}
	return t == len(text)
}

// one matches a byte with the element at p, which is not a star, and returns the index after the element.
func (g *glob) one(p int, b byte) (next int, ok bool) {
	switch c := g.pattern[p]; c {
	case '?':
		return p + 1, !(g.path && b == '/')
	case '[':
		next, ok = class(g.pattern, p, b, g.fold)
		return next, ok && !(g.path && b == '/')
	case '\\':
		if p+1 == len(g.pattern) {
			return p + 1, false
		}
		return p + 2, g.pattern[p+1] == b
	default:
		return p + 1, c == b
	}
}

// star matches from a star on.
func (g *glob) star(p, t int, text string) bool {
	key := [2]int{p, t}
	if g.dead[key] {
		return false
	}
	rest := p
	for rest < len(g.pattern) && g.pattern[rest] == '*' {
		rest++
	}
	deep := !g.path || rest > p+1 && g.alone(p, rest)
	if g.path && deep && strings.HasPrefix(g.pattern[rest:], "/") && g.match(rest+1, t, text) {
		return true // **/ also matches no folder at all
	}
	for at := t; ; at++ {
		if g.match(rest, at, text) {
			return true
		}
		if at == len(text) || !deep && text[at] == '/' {
			break
		}
	}
	if strings.IndexByte(g.pattern, '*') == p {
		return false // the first star is never tried twice at the same place
	}
	if g.dead == nil {
		g.dead = map[[2]int]bool{}
	}
	g.dead[key] = true
	return false
}

// alone reports whether the stars from p to rest are a whole element of the path.
func (g *glob) alone(p, rest int) bool {
	if p > 0 && g.pattern[p-1] != '/' {
		return false
	}
	after := g.pattern[rest:]
	return after == "" || after[0] == '/' || strings.HasPrefix(after, `\/`)
}
