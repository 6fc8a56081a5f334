package notation

import "ptk-lsp/ptk/notation/internal/quoting"

// special reads a byte that may turn prose into something else.
func (p *proseReader) special(final bool) (stop, again bool) {
	switch c := p.src[p.i]; c {
	case '\n':
		p.newLine()
	case '`':
		return p.backquotes(final)
	case '<', '[':
		return p.bracket(final)
	default:
		p.at.inner++
		p.pass()
	}
	return false, false
}

// backquotes opens or closes inline code.
func (p *proseReader) backquotes(final bool) (stop, again bool) {
	n, known := runLength(p.src, p.i, final)
	if !known {
		return p.hold()
	}
	p.line.start = false
	switch {
	case p.line.span == n:
		p.line.span = 0
	case p.line.span == 0 && p.before() != '\\':
		p.line.span = n
	}
	p.i += n
	p.at.off += n
	return false, false
}

// bracket reads a < or [ which may open a call.
func (p *proseReader) bracket(final bool) (stop, again bool) {
	rest, v, tags := p.src[p.i:], p.opening, &p.grammar.tags
	p.opening = no
	if v == no || final {
		v = tags.may(rest, final)
	}
	if v == yes {
		t, op, found := tags.match(rest, final)
		if found == yes {
			return p.openTag(t, op)
		}
		v = found
	}
	if v == no && len(rest) > 1 && tags.next.quote[rest[1]] && mayQuote(rest) {
		if stop, again, taken := p.openElement(final); taken {
			return stop, again
		}
	}
	if v == no && rest[0] == '<' && len(rest) > 1 && tags.next.drop[rest[1]] || v == no && len(rest) == 1 && !final {
		if stop, again, taken := p.otherTag(rest, final); taken {
			return stop, again
		}
	}
	if v == more {
		return p.hold()
	}
	p.pass()
	return false, false
}

// openTag begins a call, unless the tag is in inline code.
func (p *proseReader) openTag(t Tag, op *opener) (stop, again bool) {
	p.say(p.i)
	if p.line.span > 0 && !p.line.start {
		p.code.beginSpan()
		return true, true
	}
	context := p.contextAt(p.at.off)
	if op == p.grammar.tags.foreign {
		if context == quoting.Quoted || p.grammar.native {
			p.pass()
			return false, false
		}
		p.group.begin(item{kind: foreignItem, tag: t, dialect: op.dialect})
		return true, true
	}
	exact := t.isExact(p.src[:t.size], op.dialect)
	if p.grammar.native && (context == quoting.Inline && !t.isToken() && !t.Square || !exact) {
		context = quoting.Quoted
	}
	p.call.begin(t, op)
	p.call.context, p.call.exact = context, exact && p.line.span == 0
	p.line.span = 0
	return true, true
}

// otherTag drops a closing tag that is left over after a call, and a result in tags, which the model made up.
func (p *proseReader) otherTag(rest string, final bool) (stop, again, taken bool) {
	follows := p.afterCall && isBlankText(p.src[:p.i])
	if !follows && !p.line.start {
		return false, false, false
	}
	if len(rest) == 1 {
		stop, again = p.hold()
		return stop, again, true
	}
	t, v := readTag(rest, final)
	switch {
	case v == more:
		stop, again = p.hold()
		return stop, again, true
	case v != yes:
	case !t.Closing && (t.Key == "ptkresult" || t.Key == "toolresult"):
		p.say(p.i)
		p.dropResult()
		return true, true, true
	case follows && p.grammar.tags.closing.isLeftover(t):
		p.say(p.i)
		p.skipTo(t.size)
		p.drop(t.size)
		return false, false, true
	}
	return false, false, false
}

// openElement begins a comment or an element that quotes, if one starts at src[i].
func (p *proseReader) openElement(final bool) (stop, again, taken bool) {
	rest := p.src[p.i:]
	if p.line.span > 0 && !p.line.start || rest[0] == '<' && isWord(p.before()) {
		return false, false, false
	}
	closing, size, v := quotingStart(rest, final)
	switch v {
	case no:
		return false, false, false
	case more:
		stop, again = p.hold()
		return stop, again, true
	case yes:
	}
	p.element.begin(closing, size)
	return true, true, true
}
