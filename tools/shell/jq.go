package shell

import (
	"slices"
	"strings"
)

// jqHarmless reports whether a jq filter only selects, computes and prints: it consists of known tokens, without the
// environment, other files, definitions and endless loops.
func jqHarmless(filter string) bool {
	p := &jqParser{s: filter}
	return !strings.HasPrefix(filter, "-") && p.tokens(0)
}

type jqParser struct {
	s    string
	last byte   // the last character of the previous token
	open []byte // the open brackets
}

// tokens reads all tokens, within a string those up to the parenthesis that ends the interpolation.
func (p *jqParser) tokens(depth int) bool {
	outer := len(p.open)
	for {
		p.s = strings.TrimLeft(p.s, " \t\n")
		if p.s == "" {
			return depth == 0
		}
		c := p.s[0]
		switch c {
		case '(', '[', '{':
			p.open = append(p.open, c)
		case ')', ']', '}':
			if len(p.open) == outer {
				p.take(1)
				return depth > 0 && c == ')'
			}
			p.open = p.open[:len(p.open)-1]
		}
		if !p.token(c, depth) {
			return false
		}
	}
}

func (p *jqParser) token(c byte, depth int) bool {
	switch {
	case c == '"':
		return p.quoted(depth)
	case c == '$' || c == '@':
		name := jqName(p.s[1:])
		known := name != "" && !strings.HasPrefix(name, "__") && name != "ENV"
		if c == '@' {
			known = slices.Contains([]string{"csv", "tsv", "json", "text", "html", "uri", "sh", "base64", "base64d"}, name)
		}
		p.take(1 + len(name))
		return known
	case c == '.' && p.last != '.' && jqName(p.s[1:]) != "": // a field of any name
		p.take(1 + len(jqName(p.s[1:])))
		return true
	case letter(c):
		name := jqName(p.s)
		key := (p.last == '{' || p.last == ',') && len(p.open) > 0 && p.open[len(p.open)-1] == '{' // {name} or {name: …}
		p.take(len(name))
		rest := strings.TrimLeft(p.s, " \t\n")
		return jqKnown(name) || key && rest != "" && strings.IndexByte(":,}", rest[0]) >= 0
	case strings.IndexByte("0123456789.,:;()[]{}|?+-*/%=<>!", c) >= 0:
		p.take(1)
		return true
	}
	return false
}

func (p *jqParser) take(n int) { p.last, p.s = p.s[n-1], p.s[n:] }

// quoted reads a string with its interpolations.
func (p *jqParser) quoted(depth int) bool {
	if depth > 5 {
		return false
	}
	for i := 1; i < len(p.s); i++ {
		switch {
		case p.s[i] == '"':
			p.take(i + 1)
			return true
		case strings.HasPrefix(p.s[i:], `\(`):
			p.take(i + 2)
			if !p.tokens(depth + 1) {
				return false
			}
			i = -1 // the string continues
		case p.s[i] == '\\':
			i++
		}
	}
	return false
}

// jqName returns the name at the beginning of a text.
func jqName(s string) string {
	n := 0
	for n < len(s) && (letter(s[n]) || n > 0 && s[n] >= '0' && s[n] <= '9') {
		n++
	}
	return s[:n]
}

// jqKnown reports whether a name is a keyword or a function that only computes, and terminates.
func jqKnown(name string) bool {
	return slices.Contains(strings.Fields(`
		and or not if then elif else end as reduce foreach try catch null true false length utf8bytelength keys keys_unsorted
		values has in map map_values path del to_entries from_entries with_entries select empty error add any all flatten
		floor ceil round sqrt pow log tostring tonumber type nan isinfinite isnan sort sort_by group_by min max min_by
		max_by unique unique_by reverse contains indices index rindex inside startswith endswith combinations ltrimstr
		rtrimstr trim ltrim rtrim explode implode split splits join ascii ascii_downcase ascii_upcase tojson fromjson todate
		fromdate now mktime gmtime strftime strptime dateadd datesub date test match capture scan sub gsub first last nth
		paths leaf_paths getpath setpath delpaths pick transpose arrays objects iterables booleans numbers strings nulls
		scalars abs toarray tostream fromstream truncate_stream walk`), name)
}
