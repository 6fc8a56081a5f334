package notation

import (
	"bytes"
	"strings"
)

// array reads [ values ], also where it ends in another bracket.
func (r *reader) array(closer byte) int {
	r.pos++
	r.open = append(r.open, closer)
	r.out = append(r.out, '[')
	n := 0
	for r.fault == nil && !r.closed(closer, n == 0) {
		if n > 0 {
			r.out = append(r.out, ',')
		}
		r.value()
		n++
	}
	r.out = append(r.out, ']')
	return n
}

// tuple reads ( values ): a list, or where no comma stands in it the one value itself.
func (r *reader) tuple() {
	from, start := len(r.out), r.pos
	n := r.array(')')
	if r.fault != nil {
		return
	}
	inside := strings.TrimRight(r.src[start:r.pos], ") \n\t\r")
	if n == 1 && !strings.HasSuffix(inside, ",") {
		r.out = append(r.out[:from], r.out[from+1:len(r.out)-1]...)
		return
	}
	r.mend("tuple")
}

// isArithmetic says whether the bracket here opens an expression of numbers, such as (1 + 2) / 3.
func (r *reader) isArithmetic() bool {
	short := reader{src: r.src[:min(len(r.src), r.pos+256)], pos: r.pos}
	token := strings.TrimSpace(short.src[r.pos:short.bareEnd()])
	if short.fault != nil || token[len(token)-1] == ')' && strings.Count(token, "(") == 1 && !strings.ContainsAny(token, "+-*/%") {
		return false
	}
	_, ok := evaluate(token)
	return ok
}

// closed reads what stands between values: a comma, or the closing bracket, and says whether it was the bracket.
func (r *reader) closed(closer byte, first bool) bool {
	commas := r.commas()
	c := r.peek()
	switch {
	case r.fault != nil:
		return true
	case c == closer:
		r.pos++
		if commas > 0 {
			r.mend("trailing comma")
		}
		return r.pop()
	case r.pos == len(r.src):
		return r.closedByEnd()
	case c == '}' || c == ']' || c == ')':
		return r.closedByOther(c)
	case !first && commas == 0:
		r.needComma()
	case commas > 1 || first && commas > 0:
		r.mend("extra comma")
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

// closedByEnd is where the text ends with brackets open.
func (r *reader) closedByEnd() bool {
	r.mend("missing bracket")
	return r.pop()
}

// closedByOther is another closing bracket than the one that is due: it closes further out, or is one too many, or is meant
// for the one that is due.
func (r *reader) closedByOther(c byte) bool {
	if bytes.IndexByte(r.open[:len(r.open)-1], c) >= 0 {
		r.mend("missing bracket")
		return r.pop()
	}
	r.pos++
	after := r.pos
	if r.blank(); r.peek() == r.due() || r.peek() == ',' {
		r.mend("extra bracket")
		return r.closed(r.due(), false)
	}
	r.pos = after
	r.mend("wrong bracket")
	return r.pop()
}

// needComma is where two values follow each other without a comma. It may be missing before a quoted name or a new line;
// anything else was rather a quote inside a string.
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
		r.mend("missing comma")
	}
}

// due is the bracket that closes next.
func (r *reader) due() byte { return r.open[len(r.open)-1] }

// lineBreakBefore says whether only blanks and a line break stand before i.
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
