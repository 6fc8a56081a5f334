package shell

import (
	"strings"
	"unicode/utf8"
)

// part is the part of a pattern between two slashes.
type part struct {
	text    string // without quotes
	pattern bool
	tokens  []token
}

// token is one character, or a pattern character if special is set.
type token struct {
	r       rune
	special bool
}

// components splits a word at its slashes.
func components(pieces []piece) []part {
	parts := []part{{}}
	for _, p := range pieces {
		for _, r := range p.text {
			if r == '/' {
				parts = append(parts, part{})
				continue
			}
			last := &parts[len(parts)-1]
			special := !p.quoted && strings.ContainsRune("*?[]!^-", r)
			last.text += string(r)
			last.pattern = last.pattern || special && strings.ContainsRune("*?[", r)
			last.tokens = append(last.tokens, token{r, special})
		}
	}
	return parts
}

// matches reports whether a name matches, and counts the steps. Only a dot matches a dot at the beginning.
func (p part) matches(name string, tries *int) bool {
	if name == "." || name == ".." || strings.HasPrefix(name, ".") && (len(p.tokens) == 0 || p.tokens[0].r != '.') {
		return false
	}
	const most = 20_000
	budget := most
	defer func() { *tries += most - budget }()
	return matchTokens(p.tokens, name, &budget)
}

func matchTokens(ts []token, s string, budget *int) bool {
	for len(ts) > 0 {
		if *budget--; *budget < 0 {
			return true // too many ways to try: judging one file too many is safe
		}
		t := ts[0]
		switch {
		case t.special && t.r == '*':
			for i := 0; i <= len(s); i++ {
				if matchTokens(ts[1:], s[i:], budget) {
					return true
				}
			}
			return false
		case s == "":
			return false
		case t.special && t.r == '[':
			if end := classEnd(ts); end > 0 {
				r, n := utf8.DecodeRuneInString(s)
				if !inClass(ts[1:end], r) {
					return false
				}
				ts, s = ts[end+1:], s[n:]
				continue
			}
		}
		r, n := utf8.DecodeRuneInString(s)
		if !(t.special && t.r == '?') && t.r != r {
			return false
		}
		ts, s = ts[1:], s[n:]
	}
	return s == ""
}

// classEnd returns the index of the ] that ends a class; 0 if there is none.
func classEnd(ts []token) int {
	i := 1
	if i < len(ts) && ts[i].special && (ts[i].r == '!' || ts[i].r == '^') {
		i++
	}
	for first := true; i < len(ts); i++ {
		if ts[i].r == ']' && ts[i].special && !first {
			return i
		}
		if ts[i].r == '[' && i+1 < len(ts) && ts[i+1].r == ':' {
			for k := i + 2; k+1 < len(ts); k++ {
				if ts[k].r == ':' && ts[k+1].r == ']' {
					i = k + 1
					break
				}
			}
		}
		first = false
	}
	return 0
}

// inClass reports whether a character is in a class such as a-z, !x or [:digit:].
func inClass(ts []token, r rune) bool {
	negated := len(ts) > 0 && ts[0].special && (ts[0].r == '!' || ts[0].r == '^')
	if negated {
		ts = ts[1:]
	}
	in := false
	for i := 0; i < len(ts); i++ {
		if ts[i].r == '[' && i+1 < len(ts) && ts[i+1].r == ':' {
			name, end := className(ts[i+2:])
			if end >= 0 {
				in = in || isClass(name, r)
				i += 2 + end + 1
				continue
			}
		}
		if i+2 < len(ts) && ts[i+1].r == '-' && ts[i+1].special {
			in = in || ts[i].r <= r && r <= ts[i+2].r
			i += 2
			continue
		}
		in = in || ts[i].r == r
	}
	return in != negated
}

func className(ts []token) (name string, end int) {
	for i := 0; i+1 < len(ts); i++ {
		if ts[i].r == ':' && ts[i+1].r == ']' {
			return name, i
		}
		name += string(ts[i].r)
	}
	return "", -1
}

func isClass(name string, r rune) bool {
	lower, upper, digit := r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9'
	switch name {
	case "alpha":
		return lower || upper
	case "alnum":
		return lower || upper || digit
	case "digit":
		return digit
	case "lower":
		return lower
	case "upper":
		return upper
	case "space", "blank":
		return r == ' ' || r == '\t'
	case "punct":
		return r > ' ' && r < 0x7f && !lower && !upper && !digit
	case "xdigit":
		return digit || r >= 'a' && r <= 'f' || r >= 'A' && r <= 'F'
	}
	return false
}
