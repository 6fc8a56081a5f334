package notation

import "strings"

// quotingElements are the elements of HTML and the like whose text is quoted.
func quotingElements() []string {
	return []string{
		"blockquote", "cite", "code", "dd", "details", "document", "documents", "example", "examples", "figure", "kbd", "li",
		"listing", "nowiki", "pre", "q", "quote", "samp", "script", "syntaxhighlight", "td", "template", "textarea", "th", "tt", "xmp",
	}
}

// wraps says at a glance whether s, which starts with a bracket, may start a comment or an element that quotes.
func wraps(s string) bool {
	if s[0] != '<' || len(s) < 2 {
		return false
	}
	if len(s) > 2 && s[1] != '!' && s[1]|0x20 != 'q' && (s[2]|0x20 < 'a' || s[2]|0x20 > 'z') {
		return false
	}
	return true
}

// openElement begins a comment or an element that quotes, if one starts at src[i].
func (p *Parser) openElement(final bool) (stop, again, taken bool) {
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
	}
	p.skipTo(p.i + size)
	p.line.start, p.within, p.mode = false, closing, modeWithin
	return true, true, true
}

// quotingStart tells what starts at the start of s: what ends it, and how long its opening mark is.
func quotingStart(s string, final bool) (closing string, size int, v verdict) {
	for _, mark := range [][2]string{{"<!--", "-->"}, {"<![CDATA[", "]]>"}, {`"""`, `"""`}, {"'''", "'''"}} {
		switch {
		case strings.HasPrefix(s, mark[0]):
			return mark[1], len(mark[0]), yes
		case !final && strings.HasPrefix(mark[0], s):
			return "", 0, more
		}
	}
	switch s[0] {
	case '/':
		return startsComment(s, final)
	case '<':
		return startsElement(s, final)
	}
	return "", 0, no
}

// startsComment looks for the comment of C, which is told from a pattern of paths by the blank behind its mark.
func startsComment(s string, final bool) (closing string, size int, v verdict) {
	for _, mark := range []string{"/*", "/**"} {
		switch {
		case !final && strings.HasPrefix(mark, s):
			return "", 0, more
		case strings.HasPrefix(s, mark) && (len(s) == len(mark) || isBlank(s[len(mark)])):
			return "*/", len(mark), yes
		}
	}
	return "", 0, no
}

// startsElement looks for the tag of an element that quotes.
func startsElement(s string, final bool) (closing string, size int, v verdict) {
	end := 1
	for end < len(s) && end < 16 && s[end]|0x20 >= 'a' && s[end]|0x20 <= 'z' {
		end++
	}
	name := strings.ToLower(s[1:end])
	for _, element := range quotingElements() {
		switch {
		case end == len(s) && !final && strings.HasPrefix(element, name):
			v = more
		case name == element && end < len(s) && (s[end] == '>' || s[end] == '=' || isBlank(s[end])):
			return "</" + name, end, yes
		}
	}
	return "", 0, v
}

// inElement gives out what stands in a comment or an element that quotes, up to its end or to what may be a call.
func (p *Parser) inElement(final bool) bool {
	for p.i < len(p.src) {
		rest := p.src[p.i:]
		if v := closesElement(rest, p.within, final); v != no {
			if v == more {
				break
			}
			p.skipTo(p.i + len(p.within))
			p.line.start, p.within, p.mode = false, "", modeProse
			return true
		}
		if v := p.mayCall(rest, final); v != no {
			p.say(p.i)
			if v == yes {
				p.mode = modeHeld
			}
			return v == yes
		}
		p.passText(rest)
	}
	p.say(p.i)
	return false
}

// passText goes on in an element to where a line, its end, or a call may begin.
func (p *Parser) passText(rest string) {
	switch {
	case rest[0] == '\n':
		p.newLine()
		return
	case p.line.start && isBlank(rest[0]):
		p.byteOn()
		return
	}
	p.line.start = false
	n := strings.IndexAny(rest[1:], "\n<["+p.within[:1])
	if n < 0 {
		n = len(rest) - 1
	}
	p.skipTo(p.i + 1 + n)
}

// closesElement says whether s starts with what ends an element.
func closesElement(s, closing string, final bool) verdict {
	n := min(len(s), len(closing))
	if !strings.EqualFold(s[:n], closing[:n]) {
		return no
	}
	if n < len(closing) {
		return moreIf(!final)
	}
	return yes
}

// mayCall says whether a call may start at the start of s.
func (p *Parser) mayCall(s string, final bool) verdict {
	c := s[0]
	if p.line.start && (strings.HasPrefix(s, "```") || strings.HasPrefix(s, "~~~")) {
		return yes
	}
	if p.line.start && (c == '`' || c == '~') && len(s) < 3 {
		return moreIf(!final)
	}
	if c == '<' || c == '[' || p.line.start && p.lead[c] {
		return p.startsCall(s, final)
	}
	return no
}

// held waits for the end of an element that what may be a call stands in. If it ends, all of it is text; if not, the call
// counts, but is not exact.
func (p *Parser) held(final bool) bool {
	whole := p.src[:min(len(p.src), p.limit)]
	for i := max(0, p.spanAt-len(p.within)); i+len(p.within) <= len(whole); i++ {
		next := strings.IndexByte(whole[i:], p.within[0])
		if next < 0 {
			break
		}
		i += next
		if closesElement(whole[i:], p.within, true) == yes {
			p.leaveElement(i)
			return true
		}
	}
	p.spanAt = len(whole)
	switch {
	case len(p.src) > p.limit:
		p.leaveElement(p.limit)
	case !final:
		return false
	default:
		p.spanAt, p.within, p.unsure, p.mode = 0, "", true, modeProse
		if !p.mayRework(len(p.src)) {
			p.skipTo(len(p.src))
		}
	}
	return true
}

// leaveElement gives the first n bytes of src out, in an element as before.
func (p *Parser) leaveElement(n int) {
	p.skipTo(n)
	p.say(n)
	p.spanAt, p.line.start, p.mode = 0, false, modeWithin
}

// isQuoteMark says whether s starts with a quotation mark.
func isQuoteMark(s string) bool {
	return s[0] == '"' || s[0] == '\'' || strings.HasPrefix(s, "“")
}
