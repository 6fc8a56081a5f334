package notation

import "strings"

// lexer finds the possible ends of a call's body: it tracks strings, comments and the depth of brackets. It reads the body
// once, however it is cut into pieces.
type lexer struct {
	pos      int
	depth    int
	quote    string // the closing quotation mark of the string around pos, "" outside strings
	comment  string // what ends the comment around pos, "" outside comments
	last     byte   // the last byte that was neither blank nor comment, outside strings
	after    bool   // a double-quoted string ended right before pos
	opened   int    // the start of the last string
	valueEnd int    // the end of the last value at depth 0
	started  bool   // a bracket or string was opened
	broken   bool   // a quotation mark was found where none is allowed
	raw      bool   // the body is not JSON: quotation marks and brackets have no meaning
	single   bool   // stop after each value
}

// event is the reason why the lexer stopped.
type event int

const (
	lexMore   event = iota // more text is needed
	lexTag                 // a < or [ outside strings
	lexInside              // a < inside a string, followed by a slash
	lexBroken              // a string ended where no string can end
	lexValue               // a value ended at depth 0, if single is set
)

// next reads to the next event. final is set if src is complete.
func (x *lexer) next(src string, final bool) event {
	for x.pos < len(src) {
		switch {
		case x.comment != "":
			x.skipComment(src)
		case x.quote != "":
			if e, stop := x.inString(src, final); stop {
				return e
			}
		default:
			if e, stop := x.outside(src, final); stop {
				return e
			}
		}
	}
	return lexMore
}

// skipComment goes to the end of the comment or of the text.
func (x *lexer) skipComment(src string) {
	if i := strings.Index(src[x.pos:], x.comment); i >= 0 {
		x.pos += i + len(x.comment)
		x.comment = ""
		return
	}
	if x.pos = len(src); x.comment == "*/" && src[len(src)-1] == '*' {
		x.comment = "/"
	} else if x.comment == "/" {
		x.comment = "*/"
	}
}

// inString goes to the end of a string, or to a tag in it.
func (x *lexer) inString(src string, final bool) (event, bool) {
	q := x.quote[0]
	for x.pos < len(src) {
		c := src[x.pos]
		switch {
		case c == '\\':
			if x.pos+1 == len(src) && !final {
				return lexMore, true
			}
			x.pos += 2
			continue
		case c == '<' && x.pos+1 < len(src) && (src[x.pos+1] == '/' || src[x.pos+1] == '\\'), c == '<' && x.pos+1 == len(src) && !final:
			if x.pos+1 == len(src) {
				return lexMore, true
			}
			return lexInside, true
		case c == q:
			if len(src)-x.pos < len(x.quote) && !final {
				return lexMore, true
			}
			ends, known := x.ends(src, final)
			if !known {
				return lexMore, true
			}
			if ends {
				x.pos += len(x.quote)
				x.endString(q)
				return lexValue, x.single && x.depth == 0
			}
		}
		x.pos++
	}
	x.pos = min(x.pos, len(src))
	return 0, false
}

// ends reports whether the quotation mark at pos ends the string, and whether that is known yet.
func (x *lexer) ends(src string, final bool) (ends, known bool) {
	if !strings.HasPrefix(src[x.pos:], x.quote) {
		return false, true
	}
	if x.quote != "'" {
		return true, true
	}
	if x.pos+1 == len(src) && !final {
		return false, false
	}
	if x.pos+1 < len(src) && x.pos > 0 && isWord(src[x.pos-1]) && isWord(src[x.pos+1]) {
		return false, true
	}
	return true, true
}

func (x *lexer) endString(q byte) {
	x.after = q == '"' && len(x.quote) == 1 && x.depth > 0
	x.quote, x.last = "", '"'
	if x.depth == 0 {
		x.valueEnd = x.pos
	}
}

// outside reads one byte outside strings.
func (x *lexer) outside(src string, final bool) (event, bool) {
	c := src[x.pos]
	if isBlank(c) {
		x.pos++
		return 0, false
	}
	if x.raw {
		if c == '<' {
			return lexTag, true
		}
		x.pos++
		return 0, false
	}
	if x.after {
		if x.after = false; !followsString(c) {
			x.broken = true
			return lexBroken, true
		}
	}
	return x.mark(src, c, final)
}

// followsString reports whether a byte may follow a string.
func followsString(c byte) bool {
	switch c {
	case ',', ':', '}', ']', ')', '"', '+', '<', ';', '/', '#', '=', '\'', '`', '\\':
		return true
	}
	return false
}

// mark reads a byte that is neither blank nor inside a string.
func (x *lexer) mark(src string, c byte, final bool) (event, bool) {
	switch c {
	case '"', '\'', '`', 0xE2:
		if e, stop := x.quoteMark(src, c, final); stop {
			return e, true
		}
	case '{', '[', '(':
		if c == '[' && x.pos+1 == len(src) && !final {
			return lexMore, true
		}
		if c == '[' && x.isSquareTag(src) {
			return lexTag, true
		}
		x.openBracket(src, c)
	case '}', ']', ')':
		x.closeBracket()
		if x.single && x.valueEnd == x.pos+1 {
			x.pos++
			return lexValue, true
		}
	case '<':
		return lexTag, true
	case '/', '#':
		if x.commentMark(src, c, final) {
			return lexMore, true
		}
	}
	if x.pos < len(src) && x.comment == "" && x.quote == "" {
		x.last = c
	}
	if x.quote == "" && x.comment == "" {
		x.pos++
	}
	return 0, false
}

// isSquareTag reports whether a [ may start a tag such as [/PTK_CALL].
func (x *lexer) isSquareTag(src string) bool {
	if x.pos+1 >= len(src) {
		return false
	}
	c := src[x.pos+1]
	return c == '/' || c == '\\' || c >= 'A' && c <= 'Z' || c|0x20 == 'p' || c|0x20 == 't'
}

func (x *lexer) openBracket(src string, c byte) {
	if x.depth == 0 && c == '(' && (x.pos == 0 || !isWord(src[x.pos-1])) {
		return
	}
	x.depth++
	x.started = true
}

func (x *lexer) closeBracket() {
	if x.depth == 0 {
		return
	}
	if x.depth--; x.depth == 0 {
		x.valueEnd = x.pos + 1
	}
}

// inText reports whether everything up to n was read and a double-quoted string continues there.
func (x *lexer) inText(n int) bool { return x.pos == n && len(x.quote) == 1 && x.quote[0] == '"' }

// isQuiet reports whether nothing in s ends a string, is an escape, or may be a tag.
func isQuiet(s string) bool {
	for i := range len(s) {
		if c := s[i]; c == '"' || c == '\\' || c == '<' {
			return false
		}
	}
	return true
}
