package search

import "strings"

// class matches a byte with the bracket expression at p and returns the index after it. An expression that is not closed, or that
// names an unknown class, matches nothing. With fold, a small letter also matches a range of capitals, but not a single capital.
func class(pattern string, p int, b byte, fold bool) (next int, ok bool) {
	i := p + 1
	negated := i < len(pattern) && (pattern[i] == '!' || pattern[i] == '^')
	if negated {
		i++
	}
	capital := fold && 'a' <= b && b <= 'z'
	in, low, first := false, -1, true // low is the last single character, which may begin a range
	for ; ; first = false {
		if i >= len(pattern) {
			return i, false
		}
		c := pattern[i]
		switch {
		case c == ']' && !first:
			return i + 1, in != negated
		case c == '-' && low >= 0 && i+1 < len(pattern) && pattern[i+1] != ']':
			high, after, whole := char(pattern, i+1)
			if !whole {
				return i, false
			}
			in = in || low <= int(b) && b <= high || capital && low <= int(b-0x20) && b-0x20 <= high
			i, low = after, -1
		case strings.HasPrefix(pattern[i:], "[:") && named(pattern[i+2:]) >= 0:
			n := named(pattern[i+2:])
			f := classes(pattern[i+2 : i+2+n])
			if f == nil {
				return i, false
			}
			in = in || f(b) || capital && f(b-0x20)
			i, low = i+2+n+2, -1
		default:
			c, after, whole := char(pattern, i)
			if !whole {
				return i, false
			}
			in = in || c == b
			i, low = after, int(c)
		}
	}
}

// char reads a character of a bracket expression, which may be escaped by a backslash.
func char(pattern string, i int) (c byte, next int, ok bool) {
	if pattern[i] == '\\' {
		i++
	}
	if i >= len(pattern) {
		return 0, i, false
	}
	return pattern[i], i + 1, true
}

// named returns the length of the name of a class like [:alpha:], -1 if there is no such name.
func named(s string) int {
	i := strings.IndexByte(s, ']')
	if i < 1 || s[i-1] != ':' {
		return -1
	}
	return i - 1
}

// classes returns the predicate of a named class, nil if there is no such class.
func classes(name string) func(byte) bool {
	between := func(ranges string) func(byte) bool {
		return func(b byte) bool {
			for i := 0; i < len(ranges); i += 2 {
				if ranges[i] <= b && b <= ranges[i+1] {
					return true
				}
			}
			return false
		}
	}
	ranges, ok := map[string]string{
		"alnum": "azAZ09", "alpha": "azAZ", "blank": "  \t\t", "cntrl": "\x00\x1f\x7f\x7f", "digit": "09", "graph": "!~",
		"lower": "az", "print": " ~", "punct": "!/:@[`{~", "space": "\t\r  ", "upper": "AZ", "xdigit": "09afAF",
	}[name]
	if !ok {
		return nil
	}
	return between(ranges)
}
