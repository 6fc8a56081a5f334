package notation

import (
	"bytes"
	"strings"
)

// isArithmetic reports whether the bracket at the current position opens an expression of numbers, such as (1 + 2) / 3.
func (r *reader) isArithmetic() bool {
	short := newReader(r.src[:min(len(r.src), r.pos+256)])
	short.pos = r.pos
	token := strings.TrimSpace(short.src[r.pos:short.bareEnd()])
	if short.fault != nil || token[len(token)-1] == ')' && strings.Count(token, "(") == 1 && !strings.ContainsAny(token, "+-*/%") {
		return false
	}
	_, ok := evaluate(token)
	return ok
}

// closed reads a comma or the closing bracket between values, and reports whether it was the bracket.
func (r *reader) closed(closer byte, first bool) bool {
	commas := r.commas()
	c := r.peek()
	switch {
	case r.fault != nil:
		return true
	case c == closer:
		r.pos++
		if commas > 0 {
			r.repair("trailing comma")
		}
		return r.pop()
	case r.pos == len(r.src):
		return r.closedByEnd()
	case c == '}' || c == ']' || c == ')':
		return r.closedByOther(c)
	case !first && commas == 0:
		r.needComma()
	case commas > 1 || first && commas > 0:
		r.repair("extra comma")
	}
	return false
}

func (r *reader) commas() int {
	n := 0
	for r.blank(); r.peek() == ','; r.blank() {
		r.pos++
		n++
	}
	return n
}

func (r *reader) pop() bool {
	r.open = r.open[:len(r.open)-1]
	return true
}

// closedByEnd handles the end of the text inside brackets.
func (r *reader) closedByEnd() bool {
	r.repair("missing bracket")
	return r.pop()
}

// closedByOther handles a closing bracket that is not the one that is due. It closes an outer bracket, or is superfluous, or
// is written for the one that is due.
func (r *reader) closedByOther(c byte) bool {
	if bytes.IndexByte(r.open[:len(r.open)-1], c) >= 0 {
		r.repair("missing bracket")
		return r.pop()
	}
	r.pos++
	after := r.pos
	if r.blank(); r.peek() == r.due() || r.peek() == ',' {
		r.repair("extra bracket")
		return r.closed(r.due(), false)
	}
	r.pos = after
	r.repair("wrong bracket")
	return r.pop()
}

// needComma handles a missing comma between two values. It may be missing before a quoted name or a new line; otherwise the
// cause is rather a quotation mark inside a string.
func (r *reader) needComma() {
	before := byte(0)
	if len(r.out) > 0 {
		before = r.out[len(r.out)-1]
	}
	c := r.peek()
	newLine := lineBreakBefore(r.src, r.pos)
	switch {
	case before == '"' && !newLine && c != '"' && c != '\'':
		r.fail(r.pos, "a quote inside the string before this place is not escaped; write \\\" inside strings")
	case before == '"' && r.due() != '}' && !newLine:
		r.fail(r.pos, "a comma or an escape is missing between two strings")
	default:
		r.repair("missing comma")
	}
}

// due returns the closing bracket that is due.
func (r *reader) due() byte { return r.open[len(r.open)-1] }

// lineBreakBefore reports whether only blanks and a line break precede i.
func lineBreakBefore(s string, i int) bool {
	for i--; i >= 0; i-- {
		switch s[i] {
		case '\n':
			return true
		case ' ', '\t', '\r':
		default:
			return false
		}
	}
	return false
}
