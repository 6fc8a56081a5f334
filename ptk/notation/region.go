package notation

import (
	"strconv"
	"strings"
)

// region is a call between tags that is being read. src starts with its opening tag.
type region struct {
	tag     Tag
	dialect Tagged
	start   place // of the opening tag
	lex     lexer
	first   bool // nothing but blanks so far
	isXML   bool // the arguments are tags
	xml     xmlState
	// stop and resume are where the first closing tag inside a string stands, and what follows it; 0 where there is none.
	stop, resume int
	stopValue    int  // where the last value before stop ended; 0 where none had
	reopened     bool // the tag before it closed nothing, so this one may be the closing tag
	frame        frame
	exact        bool // all tags so far are spelt exactly
}

// begin starts to read a call whose opening tag stands at the start of src.
func (p *Parser) begin(t Tag, d Tagged) {
	p.region = region{tag: t, dialect: d, start: p.at, first: true, reopened: p.region.reopened && p.after}
	p.region.lex.pos = t.size
	p.mode = modeCall
}

// furthestBody is how much text may stand between the opening tag and the first bracket of a call.
const furthestBody = 512

// call reads on to the end of the call.
func (p *Parser) call(final bool) bool {
	r := &p.region
	for {
		for r.first {
			if !p.firstByte(final) {
				return false
			}
		}
		most := p.limit
		if !r.lex.started && !r.isXML {
			most = r.tag.size + furthestBody
		}
		whole := len(p.src) <= most
		switch r.lex.next(p.src[:min(len(p.src), most)], final && whole) {
		case lexMore:
			if !whole && r.lex.started && most < p.limit {
				continue
			}
			if !whole {
				return p.tooLong()
			}
			return final && p.unclosed()
		case lexTag:
			if stop, again := p.tagInCall(final); stop {
				return again
			}
		case lexInside:
			if p.tagInString(final) {
				return false
			}
		case lexBroken:
			if r.stop > 0 {
				return p.brokenString()
			}
			r.lex.raw, r.lex.broken = true, true
		}
	}
}

// firstByte looks at how the body begins: JSON is read as such, XML as text. False where the body hasn't begun.
func (p *Parser) firstByte(final bool) bool {
	r := &p.region
	i := skipBlank(p.src, r.lex.pos)
	r.lex.pos = i
	if i > p.limit {
		r.first = false
		return true
	}
	if i == len(p.src) && !final {
		return false
	}
	if i < len(p.src) && p.src[i] == '<' {
		if t, d, v := p.openers.find(p.src[i:], final); v == more {
			return false
		} else if v == yes {
			p.unwrapTag(i)
			around, exact := r.frame, r.exact && isExactTag(p.src[:t.size], t, d)
			p.begin(t, d)
			r.frame, r.exact = around, exact
			return true
		}
	}
	r.first = false
	if _, xml := r.dialect.(XML); xml && i < len(p.src) && p.src[i] != '{' {
		r.lex.raw, r.isXML = true, true
	}
	return true
}

// unwrapTag leaves out a tag that only stands round another one; that starts at src[i].
func (p *Parser) unwrapTag(i int) {
	if p.region.frame == frameQuoted {
		p.sayCall(i)
		return
	}
	p.at, p.i = p.region.start, 0
	p.skipTo(i)
	p.drop(i)
}

// tooLong ends a call that is longer than the limit, and the reading of a tag that is only talked about.
func (p *Parser) tooLong() bool {
	r := &p.region
	if !r.lex.started && !r.isXML {
		return p.talkedAbout()
	}
	if r.frame == frameQuoted {
		p.sayCall(p.limit)
		p.mode = modeText
		return true
	}
	p.report(r.start.errorAt(ParseError, "the call is longer than the limit of "+strconv.Itoa(p.limit)+" bytes; write less in one call"))
	p.endCall(p.limit)
	p.mode = modeSkip
	return true
}

// skip leaves the rest of a call out that is too long, up to its closing tag.
func (p *Parser) skip(final bool) bool {
	for {
		i := strings.IndexByte(p.src[p.i:], '<')
		if i < 0 {
			p.skipTo(len(p.src))
			p.drop(len(p.src))
			return false
		}
		p.skipTo(p.i + i)
		t, v := readTag(p.src[p.i:], final)
		if v == more {
			p.drop(p.i)
			return false
		}
		p.byteOn()
		if v == yes && t.Closing && (t.Key == p.region.tag.Key || isFamily(t.Key)) {
			p.skipTo(p.i + t.size - 1)
			p.drop(p.i)
			p.mode = modeProse
			return true
		}
	}
}
