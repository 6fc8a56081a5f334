package notation

import (
	"errors"
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
			if stop, again := p.tagInString(final); stop {
				return again
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
	if i == len(p.src) && !final {
		return false
	}
	if i < len(p.src) && p.src[i] == '<' {
		if t, d, v := p.openers.find(p.src[i:], final); v == more {
			return false
		} else if v == yes {
			p.unwrapTag(i)
			p.begin(t, d)
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

// tagInCall looks at a tag outside strings.
func (p *Parser) tagInCall(final bool) (stop, again bool) {
	r := &p.region
	t, v := readTag(p.src[r.lex.pos:], final)
	switch {
	case v == more:
		return true, false
	case v == yes && r.isXML:
		if !p.xmlTag(t) {
			return false, false
		}
	case v != yes || !p.closes(t):
		p.passTag(t, v)
		return false, false
	}
	return true, p.closed(t)
}

// passTag goes on behind a tag that ends nothing.
func (p *Parser) passTag(t Tag, v verdict) {
	r := &p.region
	if v == yes && r.lex.depth == 0 && r.lex.valueEnd == 0 && isParamTag(t) {
		r.lex.raw, r.isXML = true, true
		p.xmlTag(t)
		return
	}
	r.lex.last = p.src[r.lex.pos]
	if r.lex.last == '[' {
		r.lex.openBracket(p.src, '[')
	}
	r.lex.pos++
}

// xmlTag reads a tag in a body of XML; true where it ends the call.
func (p *Parser) xmlTag(t Tag) bool {
	r := &p.region
	r.xml.pos = r.lex.pos
	ends := r.xml.tag(p.src, t, r.tag.Key)
	r.lex.pos, r.stop, r.resume = r.xml.pos, r.xml.stop, r.xml.resume
	return ends
}

// closed ends the call before the tag at the lexer's place.
func (p *Parser) closed(t Tag) bool {
	r := &p.region
	end := r.lex.pos + t.size
	if !t.Closing && !isControl(t) {
		end = r.lex.pos
	}
	p.finishCall(p.src[r.tag.size:r.lex.pos], end, true)
	p.region.reopened = !t.Closing && end == r.lex.pos
	return true
}

// closes says whether a tag outside strings ends the call.
func (p *Parser) closes(t Tag) bool {
	r := &p.region
	if t.Closing && (t.Square != r.tag.Square && !isFamily(t.Key) || t.open && !isFamily(t.Key)) {
		return false
	}
	if t.Closing && !r.lex.started && t.Key != r.tag.Key && oneOf(t.Key, nameTags) {
		return false
	}
	if t.Closing {
		return t.Key == r.tag.Key || isFamily(t.Key) || r.lex.depth == 0 && (r.lex.valueEnd > 0 || isNear(t.Key, r.tag.Key))
	}
	if isControl(t) {
		return r.lex.depth == 0 && r.lex.valueEnd > 0
	}
	if t.Square != r.tag.Square {
		return false
	}
	return r.lex.started && (t.Key == r.tag.Key || t.Key == "ptkcall" || t.Key == "ptkbatch")
}

// isFamily says whether a key is that of a protocol tag, or a typo of one.
func isFamily(key string) bool {
	for _, stem := range []string{"ptk", "toolc", "functionc", "invoke", "tooluse"} {
		if strings.HasPrefix(key, stem) {
			return true
		}
	}
	return key == "tool" || key == "function" || key == "call" || key == "tools" || key == "functions"
}

func isNear(a, b string) bool {
	return len(a) > 2 && distance(a[:min(len(a), 40)], b[:min(len(b), 40)]) <= 2
}

// tagInString notes the first closing tag inside a string. It ends nothing, unless the string turns out to have no end.
func (p *Parser) tagInString(final bool) (stop, again bool) {
	r := &p.region
	t, v := readTag(p.src[r.lex.pos:], final)
	if v == more {
		return true, false
	}
	if v == yes && t.Closing && r.stop == 0 && (t.Key == r.tag.Key || isFamily(t.Key)) {
		r.stop, r.resume, r.stopValue = r.lex.pos, r.lex.pos+t.size, r.lex.valueEnd
	}
	r.lex.pos++
	return false, false
}

// brokenString ends a call in which a string has no end before the closing tag.
func (p *Parser) brokenString() bool {
	r := &p.region
	if !p.mayRework(r.lex.pos - r.resume) {
		r.stop, r.lex.raw = 0, true
		return true
	}
	p.finishCall(p.src[r.tag.size:r.stop], r.resume, true)
	return true
}

// unclosed is the end of the message inside a call.
func (p *Parser) unclosed() bool {
	r := &p.region
	outside := r.lex.quote == "" && !r.lex.broken
	switch {
	case r.isXML && r.xml.param == "" && r.xml.params > 0 && p.finish == Complete:
		p.finishCall(p.src[r.tag.size:], len(p.src), false)
	case !r.lex.started && !r.isXML:
		return p.talkedAbout()
	case r.stopValue > 0 && !outside && p.mayRework(len(p.src)-r.resume):
		p.finishCall(p.src[r.tag.size:r.stop], r.resume, true)
	case p.finish == Complete && r.lex.valueEnd > r.tag.size && outside:
		return p.untilValue()
	case p.finish == Cut && r.lex.valueEnd > 0 && r.lex.depth == 0 && outside && isBlankText(p.src[r.lex.valueEnd:]):
		p.finishCall(p.src[r.tag.size:r.lex.valueEnd], len(p.src), false)
	default:
		p.cutOff()
	}
	return true
}

// untilValue ends an unclosed call behind its last complete value; what follows is prose.
func (p *Parser) untilValue() bool {
	r := &p.region
	rest := p.src[r.lex.valueEnd:]
	if r.lex.depth > 0 && goesOn(rest) {
		p.cutOff()
		return true
	}
	if !p.mayRework(len(rest)) {
		rest = ""
	}
	p.finishCall(p.src[r.tag.size:r.lex.valueEnd], len(p.src)-len(rest), false)
	return true
}

// goesOn says whether text behind a value begins with another one.
func goesOn(rest string) bool {
	rest = strings.TrimLeft(rest, " \t\r\n,;")
	return rest != "" && strings.IndexByte("{[\"'", rest[0]) >= 0
}

func isBlankText(s string) bool { return strings.TrimSpace(s) == "" }

// cutOff reports a call that ends in the middle.
func (p *Parser) cutOff() {
	r := &p.region
	why := "the call was cut off: it has no closing tag, and what there is of it is not complete. Write the whole call again"
	if p.finish == Cut {
		why = "the call was cut off at the length limit. Write it again, shorter or in parts"
	}
	p.report(r.start.errorAt(ParseError, why))
	p.endCall(len(p.src))
}

// talkedAbout gives a tag that opens no call out as text; a tag that turned out to close the call before it is left out.
func (p *Parser) talkedAbout() bool {
	r := &p.region
	size := r.tag.size
	rework := len(p.src) - size
	p.at, p.i = r.start, 0
	p.mode = modeProse
	if !p.mayRework(rework) {
		size = len(p.src)
	}
	p.line.start = false
	p.skipTo(size)
	if r.reopened {
		p.drop(size)
		return true
	}
	p.say(size)
	return true
}

// finishCall reads a body and gives its calls out; the call takes the first end bytes of src.
func (p *Parser) finishCall(body string, end int, closed bool) {
	r := &p.region
	calls, err := r.dialect.Read(Body{Tag: r.tag, Text: body, tools: p.tools})
	switch {
	case err == nil && len(calls) == 0 && (isBlankText(strings.Trim(body, ". …\n")) || r.reopened && !closed):
		p.asText(end)
		return
	case p.finish == Cut && !closed && hasRepairs(calls):
		p.cutOff()
		return
	case err == nil && len(calls) == 0:
		err = &Error{Code: InvalidToolCall, Message: "there is no call between the tags; write {\"tool\": NAME, \"args\": {…}}"}
	}
	p.emit(calls, !closed || r.tag.open)
	if err != nil {
		p.reportBody(err)
	}
	p.endCall(end)
	if err != nil {
		p.mode = modeDoubt
	}
}

// asText gives a tag with nothing to call in it out as text.
func (p *Parser) asText(end int) {
	p.at, p.i = p.region.start, 0
	p.mode = modeProse
	p.line.start = false
	p.skipTo(end)
	if !p.region.reopened {
		p.say(end)
		return
	}
	p.drop(end)
}

func hasRepairs(calls []Call) bool {
	for _, c := range calls {
		if len(c.Repaired) > 0 {
			return true
		}
	}
	return false
}

// emit gives calls out.
func (p *Parser) emit(calls []Call, tagRepaired bool) {
	r := &p.region
	for _, c := range calls {
		if tagRepaired {
			c.Repaired = append(c.Repaired, "missing closing tag")
		}
		if c.Dialect == "" {
			c.Dialect = r.dialect.Name()
		}
		c.Batch = len(calls) > 1
		c.Offset = r.start.off
		p.out.Calls = append(p.out.Calls, c)
		p.settled = true
		p.calls++
	}
}

// report gives an error out.
func (p *Parser) report(e *Error) {
	p.out.Errors = append(p.out.Errors, e)
	p.settled = true
}

// reportBody gives an error in a body out, with its place in the message.
func (p *Parser) reportBody(err error) {
	r := &p.region
	var e *Error
	if !errors.As(err, &e) {
		e = &Error{Code: ParseError, Message: err.Error()}
	}
	at := r.start.after(p.src[:min(len(p.src), r.tag.size+e.Offset)])
	placed := at.errorAt(e.Code, e.Message)
	placed.Tool = e.Tool
	p.report(placed)
}

// endCall goes on with prose behind the first n bytes of src, which are not shown.
func (p *Parser) endCall(n int) {
	p.at, p.i = p.region.start, 0
	p.skipTo(n)
	p.drop(n)
	p.mode = modeProse
	p.line.start = n > 0 && p.line.last == '\n'
	p.line.marked = false
	p.after = true
}
