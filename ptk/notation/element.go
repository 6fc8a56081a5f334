package notation

import "strings"

// elementReader reads comments, docstrings and elements that quote.
type elementReader struct {
	*message
	closing string // what closes the element
	scanned int    // src was searched up to here for it
}

// begin begins an element at src[i].
func (e *elementReader) begin(closing string, size int) {
	e.skipTo(e.i + size)
	e.line.start, e.closing, e.mode = false, closing, modeElement
}

// read settles the text of an element up to its end or to what may be a call.
func (e *elementReader) read(final bool) bool {
	for e.i < len(e.src) {
		rest := e.src[e.i:]
		if v := closesElement(rest, e.closing, final); v != no {
			if v == more {
				break
			}
			e.skipTo(e.i + len(e.closing))
			e.line.start, e.closing, e.mode = false, "", modeProse
			return true
		}
		if v := e.mayCall(rest, final); v != no {
			e.say(e.i)
			if v == yes {
				e.mode = modeHeld
			}
			return v == yes
		}
		e.passText(rest)
	}
	e.say(e.i)
	return false
}

// passText goes to where a line, the end of the element, or a call may begin.
func (e *elementReader) passText(rest string) {
	switch {
	case rest[0] == '\n':
		e.newLine()
		return
	case e.line.start && isBlank(rest[0]):
		e.next()
		return
	}
	e.line.start = false
	n := strings.IndexAny(rest[1:], "\n<["+e.closing[:1])
	if n < 0 {
		n = len(rest) - 1
	}
	e.skipTo(e.i + 1 + n)
}

// mayCall reports whether a call may start at the start of s.
func (e *elementReader) mayCall(s string, final bool) verdict {
	c := s[0]
	if e.line.start && (strings.HasPrefix(s, "```") || strings.HasPrefix(s, "~~~")) {
		return yes
	}
	if e.line.start && (c == '`' || c == '~') && len(s) < 3 {
		return moreIf(!final)
	}
	if c == '<' || c == '[' || e.line.start && e.grammar.starts.call[c] {
		return e.grammar.startsCall(s, final)
	}
	return no
}

// readHeld waits for the end of an element that contains what may be a call. If the element ends, all of it is text. If
// not, the call counts, but is not exact.
func (e *elementReader) readHeld(final bool) bool {
	whole := e.src[:min(len(e.src), e.grammar.limit)]
	for i := max(0, e.scanned-len(e.closing)); i+len(e.closing) <= len(whole); i++ {
		next := strings.IndexByte(whole[i:], e.closing[0])
		if next < 0 {
			break
		}
		i += next
		if closesElement(whole[i:], e.closing, true) == yes {
			e.release(i)
			return true
		}
	}
	e.scanned = len(whole)
	switch {
	case len(e.src) > e.grammar.limit:
		e.release(e.grammar.limit)
	case !final:
		return false
	default:
		e.scanned, e.closing, e.unsure, e.mode = 0, "", true, modeProse
		if !e.mayReread(len(e.src)) {
			e.skipTo(len(e.src))
		}
	}
	return true
}

// release settles the first n bytes of src, which are in the element.
func (e *elementReader) release(n int) {
	e.skipTo(n)
	e.say(n)
	e.scanned, e.line.start, e.mode = 0, false, modeElement
}
