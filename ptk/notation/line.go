package notation

import "strings"

// lineStart reads a byte at the start of a line.
func (p *Parser) lineStart(final bool) (stop, again bool) {
	switch c := p.src[p.i]; {
	case c == ' ' || c == '\t' || c == '\r':
		p.byteOn()
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
		if p.lead[c] && !p.line.marked {
			if stop, again := p.lineLead(final); stop {
				return true, again
			}
		}
	case (c == '-' || c == '+' || c == '*') && p.i+1 == len(p.src) && !final:
		return p.hold()
	case p.isListMark(c):
		if c == '>' && !p.line.marked && mayBeMarked(p.src[p.i:], final) {
			if stop, again := p.lineLead(final); stop {
				return true, again
			}
		}
		p.line.marked = true
		p.byteOn()
		return false, false
	case p.lead[c] && !p.line.marked:
		if stop, again := p.lineLead(final); stop {
			return true, again
		}
	}
	return p.otherStart(final)
}

// otherStart is a byte at the start of a line that starts nothing of its own kind.
func (p *Parser) otherStart(final bool) (stop, again bool) {
	if special[p.src[p.i]] {
		return p.mark(final)
	}
	p.line.start = false
	return false, false
}

// mayBeMarked says whether a quote mark may begin a call as Functionary writes it.
func mayBeMarked(s string, final bool) bool {
	if len(s) <= len(callMark) {
		return !final && strings.HasPrefix(callMark, s)
	}
	return isWord(s[len(callMark)]) && strings.HasPrefix(s, callMark)
}

// isListMark says whether c may stand before a fence: a quote mark, a list mark, or a number.
func (p *Parser) isListMark(c byte) bool {
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

// lineLead looks for a result line or a loose call at the start of a line.
func (p *Parser) lineLead(final bool) (stop, again bool) {
	rest := p.src[p.i:]
	if c := rest[0]; c == 'P' || c == 'T' || c == '*' {
		switch resultLine(rest, final) {
		case more:
			return p.hold()
		case yes:
			p.say(p.i)
			p.invented()
			return true, true
		}
	}
	if p.line.span > 0 || p.at.off < p.floor {
		return false, false
	}
	d, v := p.looseStart(rest, final)
	switch v {
	case more:
		return p.hold()
	case yes:
		p.say(p.i)
		if p.frameHere() == frameQuoted || isQuoteMark(p.src) {
			return false, false
		}
		p.beginGroup(item{kind: looseItem, dialect: d})
		return true, true
	}
	if openingSize(rest) > 0 {
		p.floor = max(p.floor, p.at.off+tooDeep(rest[:min(len(rest), longestStart)]))
	}
	return false, false
}

// longestStart is how many bytes are looked at to tell whether a loose call starts.
const longestStart = 1024

// looseStart says whether a loose call starts at the start of s.
func (p *Parser) looseStart(s string, final bool) (Loose, verdict) {
	s = s[:min(len(s), longestStart)]
	if p.options.Dialects == nil && (isPlainWord(s) || s[0] == 0xE2 && len(s) > 2 && !strings.HasPrefix(s, "“")) {
		return nil, no
	}
	if i, end := opening(s); !end && s[i] != '{' && s[i] != '>' && !isWord(s[i]) {
		return nil, no
	}
	found := no
	for _, d := range p.loose {
		switch d.Start(s, p.known) {
		case 1:
			return d, yes
		case 0:
			found = moreIf(!final && len(s) < longestStart)
		}
	}
	return nil, found
}

// mostOpening is how many brackets and quotes may stand round a call.
const mostOpening = 5

// tooDeep is how far into s more brackets and quotes follow than may stand round a call, so that none starts before.
func tooDeep(s string) int {
	var last [mostOpening]int // where the last of them stand, in turn
	for n, i := 0, 0; ; n++ {
		i = skipBlank(s, i)
		size := openingSize(s[i:])
		if size == 0 {
			return last[n%mostOpening]
		}
		last[n%mostOpening] = i
		i += size
	}
}

// isPlainWord says whether s begins with a word that no loose call of the default dialects begins with.
func isPlainWord(s string) bool {
	end := wordEnd(s, 0)
	next := skipBlank(s, end)
	return end > 0 && next < len(s) && strings.IndexByte("({[:", s[next]) < 0
}

// knows says whether a name is a registered tool's (1), or may go on to be (0).
func (p *Parser) knows(name string) int {
	if name != p.asked { // a row of calls asks for one name again and again
		p.asked, p.answer = name, p.look(name)
	}
	return p.answer
}

func (p *Parser) look(name string) int {
	if p.tools.locate(name) >= 0 {
		return 1
	}
	if p.tools.starts(name) || startsNamespace(name) {
		return 0
	}
	return -1
}

func startsNamespace(name string) bool {
	for _, prefix := range []string{"functions.", "default_api.", "tools."} {
		if strings.HasPrefix(prefix, name) {
			return true
		}
	}
	return false
}
