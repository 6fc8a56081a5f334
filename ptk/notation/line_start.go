package notation

import "ptk-lsp/ptk/notation/internal/quoting"

// lineStart reads a byte at the start of a line.
func (p *proseReader) lineStart(final bool) (stop, again bool) {
	switch c := p.src[p.i]; {
	case c == ' ' || c == '\t' || c == '\r':
		p.next()
		return false, false
	case c == '\n':
		p.newLine()
		return false, false
	case c == '`' || c == '~':
		if stop, again := p.openFence(final); stop {
			return true, again
		}
	case c == '/' || c == '"' || c == '\'':
		if stop, again, taken := p.openElement(final); taken {
			return stop, again
		}
		if stop, again := p.startOfCall(c, final); stop {
			return true, again
		}
	case (c == '-' || c == '+' || c == '*') && p.i+1 == len(p.src) && !final:
		return p.hold()
	case p.isMark(c):
		return p.lineMark(c, final)
	default:
		if stop, again := p.startOfCall(c, final); stop {
			return true, again
		}
	}
	return p.otherStart(final)
}

// otherStart reads a byte at the start of a line that begins nothing.
func (p *proseReader) otherStart(final bool) (stop, again bool) {
	if isSpecial[p.src[p.i]] {
		return p.special(final)
	}
	p.line.start = false
	return false, false
}

// isMark reports whether c may precede a fence: a quote mark, a list mark, or a number.
func (p *proseReader) isMark(c byte) bool {
	switch c {
	case '>':
		return true
	case '-', '+', '*':
		return p.i+1 < len(p.src) && isBlank(p.src[p.i+1])
	case '.', ')':
		return p.line.marked
	}
	return c >= '0' && c <= '9'
}

// lineMark reads a quote mark or list mark, if it does not begin a loose call.
func (p *proseReader) lineMark(c byte, final bool) (stop, again bool) {
	if p.grammar.starts.call[c] && !p.line.marked && p.grammar.starts.mayBeMarked(p.src[p.i:], final) {
		if stop, again := p.startOfCall(c, final); stop {
			return true, again
		}
	}
	p.line.marked = true
	p.next()
	return false, false
}

// startOfCall looks for a result line or a loose call at the start of a line, unless a mark precedes it.
func (p *proseReader) startOfCall(c byte, final bool) (stop, again bool) {
	if !p.grammar.starts.call[c] || p.line.marked {
		return false, false
	}
	if mayBeResult(c) {
		switch resultLine(p.src[p.i:], final) {
		case more:
			return p.hold()
		case yes:
			p.say(p.i)
			p.dropResult()
			return true, true
		case no:
		}
	}
	if p.line.span > 0 || p.at.off < p.looseFrom {
		return false, false
	}
	return p.looseCall(final)
}

// looseCall looks for a loose call.
func (p *proseReader) looseCall(final bool) (stop, again bool) {
	rest := p.src[p.i:]
	d, v := p.grammar.startsLoose(rest, final)
	switch v {
	case more:
		return p.hold()
	case yes:
		p.say(p.i)
		if p.contextAt(p.at.off) == quoting.Quoted || isQuoteMark(p.src) {
			return false, false
		}
		p.group.begin(item{kind: looseItem, dialect: d})
		return true, true
	case no:
	}
	if openingSize(rest) > 0 {
		p.looseFrom = max(p.looseFrom, p.at.off+tooDeep(rest[:min(len(rest), longestStart)]))
	}
	return false, false
}

// openFence looks for a code fence.
func (p *proseReader) openFence(final bool) (stop, again bool) {
	rest := p.src[p.i:]
	n, known := runLength(rest, 0, final)
	if !known {
		return p.hold()
	}
	if n < 3 {
		return false, false
	}
	head, v := fenceHead(rest, n, final)
	if v == more {
		return p.hold()
	}
	if v == no {
		return false, false
	}
	it, v := fenceStart(p.grammar, rest, final)
	switch {
	case v == more:
		return p.hold()
	case v == yes && !p.isFence && !p.line.marked && !p.grammar.native:
		if p.say(p.i); p.contextAt(p.at.off) != quoting.Quoted {
			p.group.begin(it)
			return true, true
		}
	}
	p.code.beginFence(rest[0], n, head)
	return true, true
}
