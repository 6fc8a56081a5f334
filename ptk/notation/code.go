package notation

import "strings"

// codeReader reads code fences that contain no call, and inline code that contains a tag.
type codeReader struct {
	*message
	fence   byte // the character of the fence
	run     int  // how many of it opened the fence
	scanned int  // src was searched up to here for the end of inline code
}

// beginFence begins a fence of n marks at src[i], after a line of the given length.
func (c *codeReader) beginFence(mark byte, n, head int) {
	c.fence, c.run = mark, n
	c.line = lineState{last: c.line.last, start: true}
	c.skipTo(c.i + head)
	c.mode = modeFence
}

// readFence settles code as text up to the end of its fence.
func (c *codeReader) readFence(final bool) bool {
	for c.i < len(c.src) {
		if c.line.start {
			n, v := fenceEnd(c.src[c.i:], c.fence, c.run, final)
			if v == more {
				c.say(c.i)
				return false
			}
			if v == yes {
				c.skipTo(c.i + n)
				c.line = lineState{last: '`'}
				c.mode = modeProse
				return true
			}
			c.line.start = false
		}
		end := strings.IndexByte(c.src[c.i:], '\n')
		if end < 0 {
			c.skipTo(len(c.src))
			break
		}
		c.skipTo(c.i + end + 1)
		c.line.start = true
	}
	c.say(c.i)
	return false
}

// beginSpan begins to search for the end of inline code.
func (c *codeReader) beginSpan() { c.scanned, c.mode = 0, modeSpan }

// readSpan searches from a tag in what may be inline code for the end of the code.
func (c *codeReader) readSpan(final bool) bool {
	for i := c.scanned; ; {
		limit := c.grammar.limit
		next := strings.IndexAny(c.src[i:min(len(c.src), max(i, limit))], "`\n")
		if next < 0 {
			c.scanned = min(len(c.src), limit)
			return (final || len(c.src) > limit) && c.endSpan(len(c.src) > limit)
		}
		i += next
		if c.src[i] == '\n' {
			after := skipIndent(c.src, i+1)
			if after == len(c.src) && !final {
				c.scanned = i
				return false
			}
			if after < len(c.src) && c.src[after] == '\n' {
				c.scanned = i
				return c.endSpan(false)
			}
			i++
			continue
		}
		n, known := runLength(c.src, i, final)
		if !known {
			c.scanned = i
			return false
		}
		i += n
		if n == c.line.span {
			c.scanned = i
			return c.endSpan(true)
		}
	}
}

// endSpan continues after inline code that was closed, or reads the text again if it was no code.
func (c *codeReader) endSpan(closed bool) bool {
	c.line.span = 0
	c.mode = modeProse
	if closed || !c.mayReread(c.scanned) {
		c.skipTo(c.scanned)
	}
	return true
}
