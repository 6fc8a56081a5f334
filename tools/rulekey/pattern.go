package rulekey

import "strings"

// Pattern is what a rule matches keys with, as it is stored: * stands for any text, and a backslash quotes the next character.
// The zero Pattern matches every key.
type Pattern string

// Everything matches every call of a rule's tool.
const Everything Pattern = ""

// Quote returns the pattern that matches only the text.
func Quote(text string) Pattern {
	return Pattern(strings.NewReplacer(`\`, `\\`, "*", `\*`).Replace(text))
}

// Pattern returns the pattern that matches only the key.
func (k Key) Pattern() Pattern { return Quote(k.String()) }

// Allows reports whether a rule with the pattern allows the key. An exact command line is allowed only by a pattern that
// names it in full or matches everything.
func (p Pattern) Allows(k Key) bool {
	if k.exact && p.hasStar() {
		return p == "*"
	}
	return p.Matches(k)
}

// Matches reports whether a rule with the pattern that asks or rejects applies to the key. An exact command line also
// matches without its mark.
func (p Pattern) Matches(k Key) bool {
	if p == Everything || p.Glob(k.String()) {
		return true
	}
	return k.exact && p.Glob(k.text)
}

// Bare reports whether the pattern is nothing but a mode. Older versions stored such rules; they allowed the mode to every command.
func (p Pattern) Bare() bool { return p == Pattern(Network) || p == Pattern(Background) }

// hasStar reports whether the pattern has an unquoted *.
func (p Pattern) hasStar() bool {
	for i := 0; i < len(p); i++ {
		switch p[i] {
		case '\\':
			i++
		case '*':
			return true
		}
	}
	return false
}

// Glob reports whether the pattern matches the whole text. There may be thousands of patterns, so only those with a backslash are
// copied.
func (p Pattern) Glob(text string) bool {
	for i := 0; i < len(p) && p[i] != '*' && p[i] != '\\'; i++ {
		if i == len(text) || text[i] != p[i] {
			return false // the usual case
		}
	}
	if strings.Contains(string(p), `\`) {
		return matchParts(p.unescaped(), text)
	}
	head, rest, star := strings.Cut(string(p), "*")
	if !star {
		return string(p) == text
	}
	text, ok := strings.CutPrefix(text, head)
	for ok {
		part, more, star := strings.Cut(rest, "*")
		if !star {
			return strings.HasSuffix(text, part)
		}
		_, text, ok = strings.Cut(text, part)
		rest = more
	}
	return false
}

// unescaped returns the text between the stars of the pattern.
func (p Pattern) unescaped() (parts []string) {
	var part strings.Builder
	for i := 0; i < len(p); i++ {
		switch {
		case p[i] == '*':
			parts = append(parts, part.String())
			part.Reset()
			continue
		case p[i] == '\\' && i+1 < len(p):
			i++
		}
		part.WriteByte(p[i])
	}
	return append(parts, part.String())
}

// matchParts reports whether the text begins with the first part, ends with the last, and has the others between them in order.
func matchParts(parts []string, text string) bool {
	last := len(parts) - 1
	if last == 0 {
		return parts[0] == text
	}
	text, ok := strings.CutPrefix(text, parts[0])
	for _, part := range parts[1:last] {
		if ok {
			_, text, ok = strings.Cut(text, part)
		}
	}
	return ok && strings.HasSuffix(text, parts[last])
}
