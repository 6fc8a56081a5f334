package notation

import (
	"errors"
	"strconv"
	"strings"

	"ptk-lsp/ptk/notation/internal/quoting"
)

// tooLong ends a call that is longer than the limit, or a tag that is only mentioned.
func (c *callReader) tooLong() bool {
	limit := c.grammar.limit
	if !c.lex.started && !c.isXML {
		c.mentioned()
		return true
	}
	if c.context == quoting.Quoted {
		c.sayCall(limit)
		c.mode = modeText
		return true
	}
	c.report(c.start.errorAt(ParseError, "the call is longer than the limit of "+strconv.Itoa(limit)+" bytes; write less in one call"))
	c.end(limit)
	c.mode = modeSkip
	return true
}

// unclosed ends a call at the end of the message.
func (c *callReader) unclosed() bool {
	outside := c.lex.quote == "" && !c.lex.broken
	complete, valueEnd := c.ending == Complete, c.lex.valueEnd
	switch {
	case c.isXML && c.xml.param == "" && c.xml.params > 0 && complete:
		c.finish(c.src[c.tag.size:], len(c.src), false)
	case !c.lex.started && !c.isXML:
		c.mentioned()
	case c.stop.valueEnd > 0 && !outside && c.mayReread(len(c.src)-c.stop.end):
		c.finish(c.src[c.tag.size:c.stop.at], c.stop.end, true)
	case complete && valueEnd > c.tag.size && outside:
		c.untilValue()
	case !complete && valueEnd > 0 && c.lex.depth == 0 && outside && isBlankText(c.src[valueEnd:]):
		c.finish(c.src[c.tag.size:valueEnd], len(c.src), false)
	default:
		c.cutOff()
	}
	return true
}

// untilValue ends an unclosed call after its last complete value; the text after it is prose.
func (c *callReader) untilValue() {
	rest := c.src[c.lex.valueEnd:]
	if c.lex.depth > 0 && continues(rest) {
		c.cutOff()
		return
	}
	if !c.mayReread(len(rest)) {
		rest = ""
	}
	c.finish(c.src[c.tag.size:c.lex.valueEnd], len(c.src)-len(rest), false)
}

// continues reports whether the text after a value begins with another value.
func continues(rest string) bool {
	rest = strings.TrimLeft(rest, " \t\r\n,;")
	return rest != "" && strings.IndexByte("{[\"'", rest[0]) >= 0
}

// cutOff reports an incomplete call. A quoted one was no call: the text after its first line is read again.
func (c *callReader) cutOff() {
	if c.context == quoting.Quoted {
		c.unsure = true
		end := strings.IndexByte(c.src, '\n') + 1
		if end == 0 || !c.mayReread(len(c.src)-end) {
			end = len(c.src)
		}
		c.sayCall(end)
		return
	}
	why := "the call was cut off: it has no closing tag, and what there is of it is not complete. Write the whole call again"
	at := c.start
	switch {
	case c.ending == Cut:
		why = "the call was cut off at the length limit. Write it again, shorter or in parts"
	case c.lex.quote != "" && !c.lex.broken:
		why = "the string that starts here never ends: it was cut off, or a quote is missing. Write the whole call again"
		at = at.after(c.src[:c.lex.opened])
	}
	c.report(at.errorAt(ParseError, why))
	c.end(len(c.src))
}

// mentioned settles a tag that opens no call as text. If the tag turned out to close the call before it, it is dropped.
func (c *callReader) mentioned() {
	size := c.tag.size
	if !c.mayReread(len(c.src) - size) {
		size = len(c.src)
	}
	c.asText(size)
}

// finish reads a body and settles its calls; the call takes the first end bytes of src.
func (c *callReader) finish(body string, end int, closed bool) {
	calls, err := c.opener.dialect.Read(Body{Tag: c.tag, Text: body, tools: c.grammar.tools})
	switch {
	case err == nil && len(calls) == 0 && (isBlankText(strings.Trim(body, ". …\n")) || c.reopened && !closed):
		c.asText(end)
		return
	case c.ending == Cut && !closed && hasRepairs(calls):
		c.cutOff()
		return
	case err == nil && len(calls) == 0:
		err = &Error{Code: InvalidToolCall, Message: "there is no call between the tags; write {\"tool\": NAME, \"args\": {…}}"}
	}
	if c.context == quoting.Quoted {
		c.unsure = c.unsure || err != nil
		c.sayCall(end)
	} else {
		c.emit(calls, closed, end)
		if err != nil {
			c.reportBody(err)
		}
		c.end(end)
	}
	switch {
	case err != nil:
		c.mode = modeUnreadable
	case c.calls > mostCalls:
		c.mode, c.done = modeDropped, true
	}
}

func hasRepairs(calls []Call) bool {
	for _, c := range calls {
		if len(c.Repaired) > 0 {
			return true
		}
	}
	return false
}

// asText settles the first n bytes of src, which contain no call, as text. If the tag turned out to close the call before it,
// they are dropped.
func (c *callReader) asText(n int) {
	c.restart(c.start)
	c.mode = modeProse
	c.line.start = false
	c.skipTo(n)
	if c.reopened {
		c.drop(n)
		return
	}
	c.say(n)
}

// sayCall settles the first n bytes of src, which begin with a quoted call, as text. Only the start of their last line enters
// the history of the prose, so that the marks in the call close no quotation.
func (c *callReader) sayCall(n int) {
	c.restart(c.start)
	c.skipTo(n)
	s := c.src[:n]
	c.text = append(c.text, s)
	c.src, c.i, c.mode = c.src[n:], 0, modeProse
	if c.afterCall {
		c.noteProse(s)
	}
	c.line.last, c.line.start, c.line.marked = s[n-1], s[n-1] == '\n', false
	c.history.add("\x00")
	if from := strings.LastIndexByte(s, '\n'); from >= 0 {
		line := s[from:min(n, from+64)]
		if end := strings.IndexAny(line, "<[{\"'"); end >= 0 {
			line = line[:end]
		}
		c.history.add(line)
	}
}

// emit settles calls.
func (c *callReader) emit(calls []Call, closed bool, end int) {
	tagRepaired := !closed || c.tag.open
	exact := c.isExactCall(closed, c.src[end:])
	for _, call := range calls {
		if c.calls++; c.calls > mostCalls {
			c.report(c.start.errorAt(InvalidToolCall,
				"a message may hold "+strconv.Itoa(mostCalls)+" calls; this one and what follows was not read"))
			return
		}
		guesses := hasGuesses(call.Repaired)
		if tagRepaired {
			call.Repaired = append(call.Repaired, "missing closing tag")
		}
		if call.Dialect == "" {
			call.Dialect = c.opener.dialect.Name()
		}
		call.Loose = !exact || guesses
		call.Batch = len(calls) > 1
		call.Offset = c.start.off
		c.addCall(call)
	}
}

// reportBody reports an error in a body, with its position in the message.
func (c *callReader) reportBody(err error) {
	var e *Error
	if !errors.As(err, &e) {
		e = &Error{Code: ParseError, Message: err.Error()}
	}
	at := c.start.after(c.src[:min(len(c.src), c.tag.size+e.Offset)])
	placed := at.errorAt(e.Code, e.Message)
	placed.Tool = e.Tool
	c.report(placed)
}

// end continues with prose after the first n bytes of src, which are dropped.
func (c *callReader) end(n int) {
	c.restart(c.start)
	c.skipTo(n)
	c.drop(n)
	c.mode = modeProse
	c.line.start = n > 0 && c.line.last == '\n'
	c.line.marked = false
	c.endCall(c.context)
}
