package notation

import "strings"

// verdict is the result of looking at the start of a text that may go on: it is not what is looked for, more text is
// needed, or it is.
type verdict int

const (
	no verdict = iota
	more
	yes
)

// moreIf returns more if ok is set, and no otherwise.
func moreIf(ok bool) verdict {
	if ok {
		return more
	}
	return no
}

func isBlank(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }

func isWord(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == '_' || c >= 0x80
}

func isBlankText(s string) bool { return strings.TrimSpace(s) == "" }

// skipBlank returns the offset of the first byte from i on that is not blank.
func skipBlank(s string, i int) int {
	for i < len(s) && (s[i] == ' ' || s[i] == '\n' || s[i] == '\t' || s[i] == '\r') {
		i++
	}
	return i
}

// wordEnd returns the end of the name that starts at i.
func wordEnd(s string, i int) int {
	for i < len(s) {
		switch c := s[i]; {
		case isWord(c) && c < 0x80, c == '-', c == '.', c == '\\' && (i+1 == len(s) || s[i+1] == '_'):
			i++
		default:
			return i
		}
	}
	return i
}

// keyEnd returns the end of the unquoted member name that starts at i.
func keyEnd(s string, i int) int {
	for i < len(s) {
		switch c := s[i]; {
		case c|0x20 >= 'a' && c|0x20 <= 'z', c >= '0' && c <= '9', c >= 0x80, c == '_', c == '-', c == '.', c == '$', c == '\\':
			i++
		default:
			return i
		}
	}
	return i
}

// unescapeName removes Markdown's backslashes from a name.
func unescapeName(s string) string { return strings.ReplaceAll(s, `\`, "") }

// quoteOf returns a quotation mark as text, once and three times.
func quoteOf(c byte) (once, triple string) {
	switch c {
	case '"':
		return `"`, `"""`
	case '\'':
		return `'`, `'''`
	}
	return "`", "```"
}

func oneOf(key string, among []string) bool {
	for _, k := range among {
		if k == key {
			return true
		}
	}
	return false
}

// clipText shortens a text to n bytes for a message.
func clipText(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "") + "…"
}

// isSpecial marks the bytes at which prose may turn into something else, and those inside a character of several bytes.
var isSpecial = [256]bool{
	'\n': true, '<': true, '[': true, '`': true,
	0x80: true, 0x81: true, 0x82: true, 0x83: true, 0x84: true, 0x85: true, 0x86: true, 0x87: true,
	0x88: true, 0x89: true, 0x8A: true, 0x8B: true, 0x8C: true, 0x8D: true, 0x8E: true, 0x8F: true,
	0x90: true, 0x91: true, 0x92: true, 0x93: true, 0x94: true, 0x95: true, 0x96: true, 0x97: true,
	0x98: true, 0x99: true, 0x9A: true, 0x9B: true, 0x9C: true, 0x9D: true, 0x9E: true, 0x9F: true,
	0xA0: true, 0xA1: true, 0xA2: true, 0xA3: true, 0xA4: true, 0xA5: true, 0xA6: true, 0xA7: true,
	0xA8: true, 0xA9: true, 0xAA: true, 0xAB: true, 0xAC: true, 0xAD: true, 0xAE: true, 0xAF: true,
	0xB0: true, 0xB1: true, 0xB2: true, 0xB3: true, 0xB4: true, 0xB5: true, 0xB6: true, 0xB7: true,
	0xB8: true, 0xB9: true, 0xBA: true, 0xBB: true, 0xBC: true, 0xBD: true, 0xBE: true, 0xBF: true,
}
