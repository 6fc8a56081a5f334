package notation

import (
	"errors"
	"strconv"
	"strings"
)

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

// cutOff reports a call that ends in the middle. In a quotation it was none: what follows its first line is read again.
func (p *Parser) cutOff() {
	r := &p.region
	if r.frame == frameQuoted {
		p.unsure = true
		end := strings.IndexByte(p.src, '\n') + 1
		if end == 0 || !p.mayRework(len(p.src)-end) {
			end = len(p.src)
		}
		p.sayCall(end)
		return
	}
	why := "the call was cut off: it has no closing tag, and what there is of it is not complete. Write the whole call again"
	at := r.start
	switch {
	case p.finish == Cut:
		why = "the call was cut off at the length limit. Write it again, shorter or in parts"
	case r.lex.quote != "" && !r.lex.broken:
		why = "the string that starts here never ends: it was cut off, or a quote is missing. Write the whole call again"
		at = at.after(p.src[:r.lex.opened])
	}
	p.report(at.errorAt(ParseError, why))
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
	if r.frame == frameQuoted {
		p.unsure = p.unsure || err != nil
		p.sayCall(end)
	} else {
		p.emit(calls, closed, end)
		if err != nil {
			p.reportBody(err)
		}
		p.endCall(end)
	}
	switch {
	case err != nil:
		p.mode = modeDoubt
	case p.calls > mostCalls:
		p.mode, p.done = modeDropped, true
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

// sayCall gives the first n bytes of src, which begin with a call in a quotation, out as text. Of them only how their last
// line starts is noted, so that the marks in the call end no quotation.
func (p *Parser) sayCall(n int) {
	p.at, p.i = p.region.start, 0
	p.skipTo(n)
	s := p.src[:n]
	p.text = append(p.text, s)
	p.src, p.i, p.mode = p.src[n:], 0, modeProse
	if p.after {
		p.noteProse(s)
	}
	p.line.last, p.line.start, p.line.marked = s[n-1], s[n-1] == '\n', false
	p.said.add("\x00")
	if from := strings.LastIndexByte(s, '\n'); from >= 0 {
		line := s[from:min(n, from+64)]
		if end := strings.IndexAny(line, "<[{\"'"); end >= 0 {
			line = line[:end]
		}
		p.said.add(line)
	}
}

// emit gives calls out.
func (p *Parser) emit(calls []Call, closed bool, end int) {
	r := &p.region
	tagRepaired := !closed || r.tag.open
	exact := r.isExact(closed, p.src[end:])
	for _, c := range calls {
		if p.calls++; p.calls > mostCalls {
			p.report(r.start.errorAt(InvalidToolCall, "a message may hold "+strconv.Itoa(mostCalls)+" calls; this one and what follows was not read"))
			return
		}
		guesses := hasGuesses(c.Repaired)
		if tagRepaired {
			c.Repaired = append(c.Repaired, "missing closing tag")
		}
		if c.Dialect == "" {
			c.Dialect = r.dialect.Name()
		}
		c.Loose = !exact || guesses
		c.Batch = len(calls) > 1
		c.Offset = r.start.off
		p.out.Calls = append(p.out.Calls, c)
		p.settled = true
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
	p.frame = p.region.frame
	if p.frame == frameQuoted { // it was too long to be read
		p.frame = frameMiddle
	}
	p.said.restart()
}
