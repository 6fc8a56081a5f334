package notation

import "strings"

// quoteMark opens a string if one can start here.
func (x *lexer) quoteMark(src string, c byte, final bool) (event, bool) {
	rest := src[x.pos:]
	if c == 0xE2 {
		return x.curlyMark(rest, final)
	}
	if !x.mayOpen(rune(c)) {
		return 0, false
	}
	quote, triple := quoteOf(c)
	if len(rest) < 3 && !final && strings.HasPrefix(triple, rest) {
		return lexMore, true
	}
	if strings.HasPrefix(rest, triple) {
		if c == '`' {
			return 0, false
		}
		quote = triple
	}
	x.open(quote, len(quote))
	return 0, false
}

func (x *lexer) open(quote string, n int) {
	x.quote, x.started, x.opened = quote, true, x.pos
	x.pos += n
}

// curlyMark opens a string with a curly quote.
func (x *lexer) curlyMark(rest string, final bool) (event, bool) {
	if len(rest) < 3 && !final {
		return lexMore, true
	}
	if !x.mayOpen('“') {
		return 0, false
	}
	switch {
	case strings.HasPrefix(rest, "“"), strings.HasPrefix(rest, "”"):
		x.open("”", 3)
	case strings.HasPrefix(rest, "‘"), strings.HasPrefix(rest, "’"):
		x.open("’", 3)
	}
	return 0, false
}

// mayOpen reports whether a string can start after the last byte. Outside of brackets only a string that contains a whole
// call can.
func (x *lexer) mayOpen(c rune) bool {
	if x.depth == 0 {
		return x.last == 0 || (x.last == ',' || x.last == ';' || x.last == '"') && x.valueEnd > 0
	}
	if c == '"' {
		return true
	}
	switch x.last {
	case '{', '[', '(', ',', ':', '=', '+', '"', ';', '>':
		return true
	}
	return false
}

// commentMark opens a comment if one can start here. It reports whether more text is needed.
func (x *lexer) commentMark(src string, c byte, final bool) (stop bool) {
	if x.depth == 0 || x.last == ':' && c == '#' || x.pos > 0 && !isBlank(src[x.pos-1]) && strings.IndexByte(`,{}[]"'`, src[x.pos-1]) < 0 {
		return false
	}
	if c == '#' {
		x.comment = "\n"
		return false
	}
	if x.pos+1 == len(src) {
		return !final
	}
	switch src[x.pos+1] {
	case '/':
		x.comment = "\n"
	case '*':
		x.comment = "*/"
		x.pos += 2
	}
	return false
}
