package notation

import (
	"strings"

	"ptk-lsp/ptk/notation/internal/quoting"
)

// callReader reads calls between tags.
type callReader struct {
	*message
	region
}

// furthestBody is how much text may precede the first bracket of a call in its tags.
const furthestBody = 512

// begin begins a call whose opening tag is at the start of src.
func (c *callReader) begin(t Tag, op *opener) {
	c.region = region{tag: t, opener: op, start: c.at, first: true, reopened: c.reopened && c.afterCall}
	c.lex.pos = t.size
	c.mode = modeCall
}

// read reads to the end of the call.
func (c *callReader) read(final bool) bool {
	for {
		for c.first {
			if !c.firstByte(final) {
				return false
			}
		}
		most := c.grammar.limit
		if !c.lex.started && !c.isXML {
			most = c.tag.size + furthestBody
		}
		whole := len(c.src) <= most
		switch c.lex.next(c.src[:min(len(c.src), most)], final && whole) {
		case lexMore:
			if !whole && c.lex.started && most < c.grammar.limit {
				continue
			}
			if !whole {
				return c.tooLong()
			}
			return final && c.unclosed()
		case lexTag:
			if stop, again := c.tagInCall(final); stop {
				return again
			}
		case lexInside:
			if c.tagInString(c.src, final, &c.grammar.tags.closing) {
				return false
			}
		case lexBroken:
			if c.stop.at > 0 {
				return c.brokenString()
			}
			c.lex.raw, c.lex.broken = true, true
		case lexValue: // is only reported for single values
		}
	}
}

// firstByte looks at the first byte of the body: JSON is read as such, XML as text. It returns false if the body has not
// begun.
func (c *callReader) firstByte(final bool) bool {
	i := skipBlank(c.src, c.lex.pos)
	c.lex.pos = i
	if i > c.grammar.limit {
		c.first = false
		return true
	}
	if i == len(c.src) && !final {
		return false
	}
	if i < len(c.src) && c.src[i] == '<' {
		if t, op, v := c.grammar.tags.find(c.src[i:], final); v == more {
			return false
		} else if v == yes {
			c.unwrap(i, t, op)
			return true
		}
	}
	c.first = false
	if c.opener.isXML && i < len(c.src) && c.src[i] != '{' {
		c.lex.raw, c.isXML = true, true
	}
	return true
}

// unwrap drops a tag that only encloses another one, t, which starts at src[i], and begins the call there.
func (c *callReader) unwrap(i int, t Tag, op *opener) {
	if c.context == quoting.Quoted {
		c.sayCall(i)
	} else {
		c.restart(c.start)
		c.skipTo(i)
		c.drop(i)
	}
	context, exact := c.context, c.exact && t.isExact(c.src[:t.size], op.dialect)
	c.begin(t, op)
	c.context, c.exact = context, exact
}

// tagInCall reads a tag outside strings.
func (c *callReader) tagInCall(final bool) (stop, again bool) {
	closing := &c.grammar.tags.closing
	if c.passes(c.src[c.lex.pos:]) {
		c.passTag(c.src, Tag{}, no, closing)
		return false, false
	}
	t, v := readTag(c.src[c.lex.pos:], final)
	if t.Key != "" && t.Key == c.opener.end {
		t.Closing, t.Key = true, c.tag.Key
	}
	switch {
	case v == more:
		return true, false
	case v == yes && c.isXML:
		if !c.xmlTag(c.src, t, closing) {
			return false, false
		}
	case v != yes || !c.closes(t, closing):
		c.passTag(c.src, t, v, closing)
		return false, false
	}
	c.close(t)
	return true, true
}

// close ends the call before the tag at the lexer's position.
func (c *callReader) close(t Tag) {
	end := c.lex.pos + t.size
	if !t.Closing && !t.isControl() {
		end = c.lex.pos
	}
	c.exact = c.exact && c.isExactEnd(c.src[c.lex.pos:c.lex.pos+t.size], t)
	c.finish(c.src[c.tag.size:c.lex.pos], end, true)
	c.reopened = !t.Closing && end == c.lex.pos
}

// brokenString ends a call in which a string has no end before the closing tag.
func (c *callReader) brokenString() bool {
	if !c.mayReread(c.lex.pos - c.stop.end) {
		c.stop.at, c.lex.raw = 0, true
		return true
	}
	c.finish(c.src[c.tag.size:c.stop.at], c.stop.end, true)
	return true
}

// skip drops the rest of a call that is too long, up to its closing tag.
func (c *callReader) skip(final bool) bool {
	for {
		i := strings.IndexByte(c.src[c.i:], '<')
		if i < 0 {
			c.skipTo(len(c.src))
			c.drop(len(c.src))
			return false
		}
		c.skipTo(c.i + i)
		t, v := readTag(c.src[c.i:], final)
		if v == more {
			c.drop(c.i)
			return false
		}
		c.next()
		if v == yes && t.Closing && (t.Key == c.tag.Key || c.grammar.tags.closing.ends(t.Key)) {
			c.skipTo(c.i + t.size - 1)
			c.drop(c.i)
			c.mode = modeProse
			return true
		}
	}
}
