package notation

import (
	"encoding/json"
	"fmt"
	"strings"
)

// reader reads flawed JSON, and the values of Python and JavaScript, in one pass, and writes JSON. Well-formed strings come
// out as they are. What it mends it names in repaired; what has two readings stops it with a fault.
type reader struct {
	src      string
	pos      int
	out      []byte
	repaired []string
	depth    int
	open     []byte // the brackets that are open, innermost last
	fault    *fault
	strict   bool // no placeholder, variable or expression counts as text
}

// fault is what stopped the reader, and where.
type fault struct {
	pos  int
	say  string
	code Code
}

// deepest is how deep values may nest.
const deepest = 500

func (r *reader) fail(pos int, format string, args ...any) {
	if r.fault == nil {
		r.fault = &fault{pos, fmt.Sprintf(format, args...), ParseError}
	}
}

// mend notes a repair, once for each kind.
func (r *reader) mend(what string) {
	for _, known := range r.repaired {
		if known == what {
			return
		}
	}
	r.repaired = append(r.repaired, what)
}

func (r *reader) peek() byte {
	if r.pos < len(r.src) {
		return r.src[r.pos]
	}
	return 0
}

func (r *reader) at(s string) bool { return strings.HasPrefix(r.src[r.pos:], s) }

// blank skips white space and comments.
func (r *reader) blank() {
	for r.pos < len(r.src) {
		switch c := r.src[r.pos]; {
		case c == ' ' || c == '\n' || c == '\t' || c == '\r':
			r.pos++
		case c == 0xC2 && r.at("\u00a0"):
			r.pos += 2
			r.mend("no-break space")
		case c == 0xEF && r.at("\ufeff"):
			r.pos += 3
			r.mend("byte order mark")
		case c == '/' && r.at("/*"):
			r.skipPast("*/")
		case c == '/' && r.at("//"), c == '#':
			r.skipLine()
		default:
			return
		}
	}
}

func (r *reader) skipPast(end string) {
	r.mend("comment")
	if i := strings.Index(r.src[r.pos+2:], end); i >= 0 {
		r.pos += 2 + i + len(end)
		return
	}
	r.fail(r.pos, "the comment that starts here never ends")
	r.pos = len(r.src)
}

func (r *reader) skipLine() {
	r.mend("comment")
	if i := strings.IndexByte(r.src[r.pos:], '\n'); i >= 0 {
		r.pos += i
		return
	}
	r.pos = len(r.src)
}

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

// taken gives what read appends to out.
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

// isSet says whether a brace holds no members but values, which JSON can't say.
func (r *reader) isSet(first bool) bool {
	c := r.peek()
	return first && (c == '{' || c == '[' || c == '(')
}

// key reads a member's name and the colon after it.
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
		r.mend("unquoted name")
	}
	r.blank()
	switch {
	case r.fault != nil:
	case r.peek() == ':':
		r.pos++
	case r.at("=>"):
		r.pos += 2
		r.mend("=> for a colon")
	case r.peek() == '=':
		r.pos++
		r.mend("= for a colon")
	case r.pos == len(r.src):
		r.fail(r.pos, "a member's value is missing at the end: the call was cut off")
	default:
		r.fail(r.pos, "a colon is missing after the name %s; if a quote in the text before it is meant, write \\\"",
			clipText(r.src[start:], 24))
	}
	r.out = append(r.out, ':')
}

// keyEnd gives the end of an unquoted name.
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

// unescapeName takes Markdown's backslashes out of a name.
func unescapeName(s string) string { return strings.ReplaceAll(s, `\`, "") }

func clipText(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "") + "…"
}
