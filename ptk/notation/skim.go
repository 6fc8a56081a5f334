package notation

// special marks the bytes at which prose may turn into something else.
var special = func() (t [256]bool) {
	for _, c := range []byte("\n<[`") {
		t[c] = true
	}
	for c := 0x80; c < 0xC0; c++ {
		t[c] = true
	}
	return t
}()

// skim reads on over what is surely nothing but prose, whatever follows, and gives how far it got in s. All that it notes
// are the place and the line, so that most pieces of a message are read without being held.
func (p *Parser) skim(s string) int {
	from, i, start := p.at.off, 0, p.line.start
loop:
	for ; i < len(s); i++ {
		c := s[i]
		if start && c != '\n' {
			if p.leads[c] && !p.isWordly(s[i:]) {
				break
			}
			start = isBlank(c)
			continue
		}
		if !special[c] {
			continue
		}
		switch {
		case c == '\n':
			p.at.off, p.line.start = from+i, start
			p.breakLine()
			start = true
		case c == '<' || c == '[':
			if p.mayOpen(s[i:]) {
				break loop
			}
		case c == '`':
			break loop
		default:
			p.at.inner++
		}
	}
	p.at.off, p.line.start = from+i, start
	return i
}

// mayOpen says whether the < or [ at s[0] may be more than itself.
func (p *Parser) mayOpen(s string) bool {
	if len(s) == 1 {
		return true
	}
	c := s[1]
	if !p.openers.mayFollow[c] {
		return p.openers.quotes[c] && wraps(s)
	}
	p.opening = p.openers.may(s, false)
	return p.opening != no || mayEnd(c) || p.openers.quotes[c] && wraps(s)
}

// breakLine notes a line break at the place that has been reached.
func (p *Parser) breakLine() {
	if p.line.start && !p.line.marked {
		p.line.span = 0 // inline code does not reach over an empty line
	}
	p.at.line++
	p.at.lineStart, p.at.inner = p.at.off+1, 0
	p.line.start, p.line.marked = true, false
}

// isWordly says whether s begins with a whole word that nothing but prose begins with.
func (p *Parser) isWordly(s string) bool {
	c := s[0] | 0x20
	return p.options.Dialects == nil && c >= 'a' && c <= 'z' && s[0] != 'P' && s[0] != 'T' && isPlainWord(s)
}

// mayEnd says whether the byte behind a < may begin what is no call and no prose: a closing tag, a token behind a call, or a
// result that the model made up.
func mayEnd(c byte) bool {
	return c == '/' || c == 'P' || c == 'T' || c == '|' || c >= 0x80 || c == 'e'
}
