package notation

import (
	"strings"
	"unicode/utf8"
)

// textReader reads strings.
type textReader struct{ scanner }

// quoteAt returns the quotation mark that closes the string at the current position, and the size of its opening mark with a
// prefix, 0 if no string starts here.
func (r *textReader) quoteAt() (quote string, n int) {
	rest := r.src[r.pos:]
	if rest == "" {
		return "", 0
	}
	switch c := rest[0]; {
	case c == '"' || c == '\'':
		if _, triple := quoteOf(c); strings.HasPrefix(rest, triple) {
			return triple, 3
		}
		return rest[:1], 1
	case c == '`':
		return "`", 1
	case strings.HasPrefix(rest, "“"), strings.HasPrefix(rest, "”"), strings.HasPrefix(rest, "„"):
		return "”", len("”")
	case strings.HasPrefix(rest, "‘"), strings.HasPrefix(rest, "’"):
		return "’", len("’")
	case (c == 'r' || c == 'u' || c == 'b' || c == 'f') && len(rest) > 1 && (rest[1] == '"' || rest[1] == '\''):
		r.repair("string prefix")
		return rest[1:2], 2
	case c == '\\' && strings.HasPrefix(rest, `\"`):
		return `\"`, 2
	}
	return "", 0
}

// text reads a string whose opening mark has n bytes.
func (r *textReader) text(quote string, n int) {
	start := r.pos
	raw := n == 2 && r.src[r.pos] == 'r'
	r.pos += n
	if quote != `"` {
		r.repair(quoteRepair(quote))
	}
	r.out = append(r.out, '"')
	if !r.textBody(quote, raw) {
		r.fail(start, "the string that starts here never ends: it was cut off, or a quote is missing")
		return
	}
	r.out = append(r.out, '"')
	r.joinText()
}

func quoteRepair(quote string) string {
	switch quote {
	case "'":
		return "single quotes"
	case "`":
		return "backquotes"
	case `\"`:
		return "escaped quotes"
	case "”", "’":
		return "curly quotes"
	}
	return "triple quotes"
}

// joinText reads the strings that are joined to the last one as in Python: "a" + "b".
func (r *textReader) joinText() {
	for r.fault == nil {
		before := r.pos
		r.blank()
		if r.peek() != '+' {
			r.pos = before
			return
		}
		r.pos++
		r.blank()
		quote, n := r.quoteAt()
		if n == 0 {
			r.pos = before
			return
		}
		r.repair("joined strings")
		r.out = r.out[:len(r.out)-1]
		from := len(r.out)
		r.text(quote, n)
		r.out = append(r.out[:from], r.out[min(from+1, len(r.out)):]...)
	}
}

// textBody copies the string up to its closing quotation mark. It returns false if there is none.
func (r *textReader) textBody(quote string, raw bool) bool {
	from := r.pos
	for r.pos < len(r.src) {
		c := r.src[r.pos]
		if c >= ' ' && c < 0x80 && c != '"' && c != '\\' && c != '\'' && c != '`' {
			r.pos++
			continue
		}
		if r.endsText(quote) {
			r.out = append(r.out, r.src[from:r.pos]...)
			r.pos += len(quote)
			return true
		}
		if c >= 0x80 || c == '\'' || c == '`' {
			r.pos++
			continue
		}
		r.out = append(r.out, r.src[from:r.pos]...)
		r.special(c, quote, raw)
		from = r.pos
	}
	return false
}

// endsText reports whether the closing quotation mark is at the current position. A single quote between two letters is an
// apostrophe.
func (r *textReader) endsText(quote string) bool {
	if !r.at(quote) {
		return false
	}
	if quote == "'" || quote == "’" {
		return !r.isApostrophe(len(quote))
	}
	return true
}

func (r *textReader) isApostrophe(n int) bool {
	before, _ := utf8.DecodeLastRuneInString(r.src[:r.pos])
	after, _ := utf8.DecodeRuneInString(r.src[r.pos+n:])
	return isWordRune(before) && isWordRune(after)
}

func isWordRune(c rune) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= 0xC0 && c != utf8.RuneError && c < 0x2000
}

// special writes a character that must be escaped in a JSON string.
func (r *textReader) special(c byte, quote string, raw bool) {
	switch {
	case c == '\\' && quote == `\"`:
		r.escape()
	case c == '\\' && raw:
		r.out = append(r.out, `\\`...)
		r.pos++
	case c == '\\':
		r.escape()
	case c == '"':
		r.out = append(r.out, `\"`...)
		r.pos++
	default:
		r.repair("raw line break or control character in a string")
		r.out = appendEscaped(r.out, c)
		r.pos++
	}
}

// escape reads a backslash and the character after it.
func (r *textReader) escape() {
	if r.pos+1 >= len(r.src) {
		r.pos++
		return
	}
	switch c := r.src[r.pos+1]; c {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		r.out = append(r.out, '\\', c)
		r.pos += 2
	case 'u':
		r.unicode()
	case '\'', '`':
		r.repair("escaped quote")
		r.out = append(r.out, c)
		r.pos += 2
	case '_':
		r.repair("escaped underscore")
		r.out = append(r.out, '_')
		r.pos += 2
	case 'x':
		r.hexByte()
	case '\n':
		r.repair("escaped line break")
		r.out = append(r.out, `\n`...)
		r.pos += 2
	default:
		r.lonely()
	}
}

// lonely reads a backslash that escapes nothing and means itself.
func (r *textReader) lonely() {
	r.repair("lone backslash")
	r.out = append(r.out, `\\`...)
	r.pos++
}

func (r *textReader) unicode() {
	if r.pos+6 <= len(r.src) && isHex(r.src[r.pos+2:r.pos+6]) {
		r.out = append(r.out, r.src[r.pos:r.pos+6]...)
		r.pos += 6
		return
	}
	r.lonely()
}

func (r *textReader) hexByte() {
	if r.pos+4 <= len(r.src) && isHex(r.src[r.pos+2:r.pos+4]) {
		r.repair("hexadecimal escape")
		r.out = append(append(r.out, `\u00`...), r.src[r.pos+2:r.pos+4]...)
		r.pos += 4
		return
	}
	r.lonely()
}

func isHex(s string) bool {
	for i := range len(s) {
		if c := s[i]; (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'f') {
			return false
		}
	}
	return true
}
