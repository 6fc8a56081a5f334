package notation

import (
	"encoding/json"
	"strings"
)

// reader reads flawed JSON, and the values of Python and JavaScript, in one pass, and writes JSON. Well-formed strings are
// copied unchanged. It stops at what has two readings.
type reader struct {
	textReader
	depth  int
	open   []byte // the closing brackets that are due, innermost last
	strict bool   // placeholders, variables and expressions are not text
}

// newReader returns a reader of a text.
func newReader(src string) *reader { return &reader{textReader: textReader{scanner{src: src}}} }

// value reads one value and appends it to out.
func (r *reader) value() {
	r.blank()
	if r.depth++; r.depth > deepest {
		r.fail(r.pos, "the values nest deeper than %d", deepest)
	}
	defer func() { r.depth-- }()
	if r.fault != nil {
		return
	}
	if q, n := r.quoteAt(); n > 0 {
		r.text(q, n)
		return
	}
	switch c := r.peek(); {
	case c == '{':
		r.object()
	case c == '[':
		r.array(']')
	case c == '(' && r.isArithmetic():
		r.bare()
	case c == '(':
		r.tuple()
	case r.pos == len(r.src):
		r.fail(r.pos, "a value is missing at the end: the call was cut off")
	case c == ',' || c == '}' || c == ']' || c == ')' || c == ':':
		r.fail(r.pos, "a value is missing before %q", string(c))
	default:
		r.bare()
	}
}

// taken returns what read appends to out.
func (r *reader) taken(read func()) json.RawMessage {
	from := len(r.out)
	read()
	return r.out[from:len(r.out):len(r.out)]
}

// object reads { members }.
func (r *reader) object() {
	r.pos++
	r.open = append(r.open, '}')
	r.out = append(r.out, '{')
	for first := true; r.fault == nil; first = false {
		if r.closed('}', first) {
			break
		}
		if !first {
			r.out = append(r.out, ',')
		}
		if r.isSet(first) {
			r.fail(r.pos, "an object's member needs a name, a colon and a value")
			break
		}
		r.key()
		r.value()
	}
	r.out = append(r.out, '}')
}

// array reads [ values ], also if another bracket closes it.
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

// tuple reads ( values ): a list, or a single value if there is no comma.
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
	r.repair("tuple")
}

// isSet reports whether a brace contains values instead of members, which JSON does not have.
func (r *reader) isSet(first bool) bool {
	c := r.peek()
	return first && (c == '{' || c == '[' || c == '(')
}

// key reads the name of a member and the colon after it.
func (r *reader) key() {
	start := r.pos
	if q, n := r.quoteAt(); n > 0 {
		r.text(q, n)
	} else {
		end := keyEnd(r.src, r.pos)
		if end == r.pos {
			r.fail(r.pos, "a member's name is expected here, not %q", clipText(r.src[r.pos:], 12))
			return
		}
		r.out = appendQuoted(r.out, unescapeName(strings.TrimSpace(r.src[r.pos:end])))
		r.pos = end
		r.repair("unquoted name")
	}
	r.blank()
	switch {
	case r.fault != nil:
	case r.peek() == ':':
		r.pos++
	case r.at("=>"):
		r.pos += 2
		r.repair("=> for a colon")
	case r.peek() == '=':
		r.pos++
		r.repair("= for a colon")
	case r.pos == len(r.src):
		r.fail(r.pos, "a member's value is missing at the end: the call was cut off")
	default:
		r.fail(r.pos, "a colon is missing after the name %s; if a quote in the text before it is meant, write \\\"",
			clipText(r.src[start:], 24))
	}
	r.out = append(r.out, ':')
}
