package notation

// Parser reads one message of a model, piece by piece. How the message is cut into pieces changes only when something is
// returned, not what.
type Parser struct {
	message
	prose   proseReader
	call    callReader
	group   groupReader
	code    codeReader
	element elementReader
}

// NewParser returns a parser for one message.
func NewParser(o Options) *Parser { return newParser(newGrammar(o)) }

func newParser(g *grammar) *Parser {
	p := &Parser{message: message{grammar: g}}
	p.line.start = true
	m := &p.message
	p.prose = proseReader{m, &p.call, &p.group, &p.code, &p.element}
	p.call.message, p.code.message, p.element.message = m, m, m
	p.group.message, p.group.readFence = m, readFence
	return p
}

// Parse reads a whole message that the model ended itself.
func Parse(text string, o Options) Output { return NewParser(o).readAll(text, Complete) }

// Done reports whether a call was returned and no other call can follow it, so that the stream may be closed.
func (p *Parser) Done() bool { return p.done }

// Write reads the next piece of the message and returns what it settled. It is short, so that the compiler inlines it and a
// large result is not copied.
func (p *Parser) Write(piece string) (out Output) {
	text, rest := p.write(piece)
	if rest != nil {
		return *rest
	}
	out.Text = text
	return
}

// write returns the prose that a piece settled, and everything if it settled more.
func (p *Parser) write(piece string) (string, *Output) {
	switch {
	case piece == "":
		return "", nil
	case p.mode == modeProse && p.src == "" && !p.line.start && p.history.addPlain(piece):
		p.at.off += len(piece)
		p.line.last = piece[len(piece)-1]
		if p.afterCall {
			p.noteProse(piece)
		}
		return piece, nil
	case p.mode == modeProse && p.src == "":
		n := p.skim(piece)
		if n == len(piece) {
			p.noteSaid(piece)
			return piece, nil
		}
		p.set(piece, n)
	case p.mode == modeCall && p.call.lex.inText(len(p.src)) && isQuiet(piece) && len(p.src)+len(piece) <= p.grammar.limit:
		p.push(piece)
		p.call.lex.pos = len(p.src)
		return "", nil
	case p.src == "":
		p.set(piece, p.i)
	default:
		p.push(piece)
	}
	p.run(false)
	if p.settled || len(p.text) > 1 {
		out := p.take()
		return out.Text, &out
	}
	return p.takeText(), nil
}

// Close ends the message and returns what was still held back.
func (p *Parser) Close(f Finish) Output {
	p.ending = f
	p.run(true)
	if p.src != "" {
		p.say(len(p.src))
	}
	return p.take()
}

// run reads until more of the message is needed.
func (p *Parser) run(final bool) {
	for p.step(final) {
	}
}

// step reads in the current mode. It returns false if more of the message is needed.
func (p *Parser) step(final bool) bool {
	switch p.mode {
	case modeProse:
		return p.prose.read(final)
	case modeFence:
		return p.code.readFence(final)
	case modeSpan:
		return p.code.readSpan(final)
	case modeElement:
		return p.element.read(final)
	case modeHeld:
		return p.element.readHeld(final)
	case modeCall:
		return p.call.read(final)
	case modeGroup:
		return p.group.read(final)
	case modeSkip:
		return p.call.skip(final)
	case modeUnreadable:
		return p.afterUnreadable(final)
	case modeText:
		p.skipTo(len(p.src))
		p.say(len(p.src))
	case modeDropped:
		p.drop(len(p.src))
	}
	return false
}

// readFence is the fenceParser of a parser.
func readFence(m *message, text string, at position) Output {
	inner := newParser(m.grammar)
	inner.at, inner.isFence = at, true
	return inner.readAll(text, m.ending)
}

// readAll reads a whole message.
func (p *Parser) readAll(text string, f Finish) Output {
	out := p.Write(text)
	out.add(p.Close(f))
	return out
}

// mostUnreadable is how many consecutive calls may be unreadable before the rest of the message is text.
const mostUnreadable = 4

// afterUnreadable holds back the text after a call that can't be read. If a quotation mark was not escaped, the rest of the
// message may belong to the text of that call, and a call in it may be quoted. It does if the end of a call is left over in
// it; then all of it is text. Otherwise it is read as usual.
func (p *Parser) afterUnreadable(final bool) bool {
	switch {
	case len(p.src) > p.grammar.limit || p.unreadable == mostUnreadable:
		p.mode = modeText
		return true
	case !final:
		return false
	}
	p.mode = modeText
	inner := newParser(p.grammar)
	inner.at, inner.isFence = p.at, p.isFence
	inner.calls, inner.line, inner.unreadable = p.calls, p.line, p.unreadable+1
	p.surroundings.copyTo(&inner.surroundings)
	out := inner.readAll(p.src, p.ending)
	if len(out.Calls) > 0 && hasCallEnd(out.Text, &p.grammar.tags.closing) {
		return true
	}
	p.skipTo(len(p.src))
	p.drop(len(p.src))
	p.text = append(p.text, out.Text)
	out.Text = ""
	p.add(out)
	return false
}
