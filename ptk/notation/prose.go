package notation

// lineState is what Markdown makes of the line so far.
type lineState struct {
	start  bool // only blanks, quote marks and list marks so far
	marked bool // a quote mark or list mark has been seen
	span   int  // how many backquotes opened the inline code that is open; 0 where none is
	last   byte // the last byte given out
	fence  byte // the character of the open fence
	run    int  // how many of it opened the fence
}

// prose reads on until a call may start, and gives out what is surely none.
func (p *Parser) prose(final bool) bool {
	for {
		if p.opening == no {
			p.i += p.skim(p.src[p.i:])
		}
		if p.i == len(p.src) {
			break
		}
		read := p.mark
		if p.line.start {
			read = p.lineStart
		}
		if stop, again := read(final); stop {
			return again
		}
	}
	p.say(p.i)
	return false
}

// byteOn goes one byte on.
func (p *Parser) byteOn() {
	p.i++
	p.at.off++
}

// newLine goes behind a line break.
func (p *Parser) newLine() {
	p.breakLine()
	p.byteOn()
}

// mark reads a byte that may turn prose into something else.
func (p *Parser) mark(final bool) (stop, again bool) {
	switch c := p.src[p.i]; c {
	case '\n':
		p.newLine()
	case '`':
		return p.backquotes(final)
	case '<', '[':
		return p.bracket(final)
	default:
		p.at.inner++
		p.byteOn()
		p.line.start = false
	}
	return false, false
}

// longestRun is how many marks of code are counted as one run.
const longestRun = 64

// runLength counts how often the byte at i stands there in a row; known is false where it may go on.
func runLength(s string, i int, final bool) (n int, known bool) {
	for n < longestRun && i+n < len(s) && s[i+n] == s[i] {
		n++
	}
	return n, final || n == longestRun || i+n < len(s)
}

// backquotes opens or closes inline code.
func (p *Parser) backquotes(final bool) (stop, again bool) {
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

// before is the byte before src[i].
func (p *Parser) before() byte {
	if p.i > 0 {
		return p.src[p.i-1]
	}
	return p.line.last
}

// hold gives out what stands before src[i] and waits for more.
func (p *Parser) hold() (stop, again bool) {
	p.say(p.i)
	return true, false
}

// bracket reads a < or [ which may open a call.
func (p *Parser) bracket(final bool) (stop, again bool) {
	rest, v := p.src[p.i:], p.opening
	p.opening = no
	if v == no || final {
		v = p.openers.may(rest, final)
	}
	if v == yes {
		t, d, found := p.openers.match(rest, final)
		if found == yes {
			return p.openTag(t, d)
		}
		v = found
	}
	if v == no && len(rest) > 1 && p.openers.quotes[rest[1]] && wraps(rest) {
		if stop, again, taken := p.openElement(final); taken {
			return stop, again
		}
	}
	if v == no && rest[0] == '<' && len(rest) > 1 && mayEnd(rest[1]) || v == no && len(rest) == 1 && !final {
		if stop, again, taken := p.otherTag(rest, final); taken {
			return stop, again
		}
	}
	if v == more {
		return p.hold()
	}
	p.byteOn()
	p.line.start = false
	return false, false
}

// openTag begins a call, unless the tag stands in inline code.
func (p *Parser) openTag(t Tag, d Tagged) (stop, again bool) {
	if p.line.span > 0 && !p.line.start {
		p.say(p.i)
		p.mode = modeSpan
		return true, true
	}
	p.say(p.i)
	around := p.frameHere()
	if f, ok := d.(ForeignTag); ok {
		if p.tools.none() || around == frameQuoted || p.options.Native {
			p.line.start = false
			p.byteOn()
			return false, false
		}
		p.beginGroup(item{kind: foreignItem, tag: t, dialect: f})
		return true, true
	}
	exact := isExactTag(p.src[:t.size], t, d)
	if p.options.Native && (around == frameMiddle && !isToken(t.Name) && !t.Square || !exact) {
		around = frameQuoted
	}
	p.begin(t, d)
	p.region.frame, p.region.exact = around, exact && p.line.span == 0
	p.line.span = 0
	return true, true
}

// otherTag reads a closing tag that is left over behind a call, which is not shown, and a result in tags, which the model
// made up.
func (p *Parser) otherTag(rest string, final bool) (stop, again, taken bool) {
	behind := p.after && isBlankText(p.src[:p.i])
	if !behind && !p.line.start {
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
		p.invented()
		return true, true, true
	case behind && (t.Closing && isFamily(t.Key) || isEnder(t.Key) || isControl(t)):
		p.say(p.i)
		p.skipTo(t.size)
		p.drop(t.size)
		return false, false, true
	}
	return false, false, false
}
