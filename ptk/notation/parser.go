package notation

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Parser reads one message of a model, piece by piece. How the message is cut into pieces makes no difference.
type Parser struct {
	o      Options
	buf    string
	seen   string // everything before buf, for places
	calls  int
	done   bool
	closed bool
}

// NewParser makes a parser for one message.
func NewParser(o Options) *Parser { return &Parser{o: o} }

// Done says that a call is out and that what follows it is surely no further call, so that the stream may be cut.
func (p *Parser) Done() bool { return p.done }

// Write takes the next piece of the message and gives what it settled.
func (p *Parser) Write(piece string) Output {
	p.buf += piece
	var out Output
	for p.step(&out, false) {
	}
	return out
}

// Close ends the message and gives what was still held back.
func (p *Parser) Close(f Finish) Output {
	var out Output
	for p.step(&out, true) {
	}
	return out
}

var stepTags = []string{"PTK_CALL", "PTK_BATCH", "TOOL_CALL"}

func (p *Parser) take(n int) string {
	s := p.buf[:n]
	p.seen += s
	p.buf = p.buf[n:]
	return s
}

func (p *Parser) text(out *Output, n int) {
	s := p.take(n)
	out.Text += s
	if p.calls > 0 && strings.TrimSpace(s) != "" {
		p.done = true
	}
}

func (p *Parser) step(out *Output, end bool) bool {
	i := strings.IndexByte(p.buf, '<')
	if i < 0 {
		p.text(out, len(p.buf))
		return false
	}
	p.text(out, i)
	for _, tag := range stepTags {
		if strings.HasPrefix(p.buf, "<"+tag+">") {
			return p.call(out, tag, end)
		}
		if strings.HasPrefix("<"+tag+">", p.buf) && !end {
			return false
		}
	}
	p.text(out, 1)
	return true
}

func (p *Parser) call(out *Output, tag string, end bool) bool {
	head, closing := len(tag)+2, "</"+tag+">"
	j := strings.Index(p.buf, closing)
	if j < 0 {
		if !end {
			return false
		}
		out.Errors = append(out.Errors, p.errorf(head, "the call was cut off: no %s", closing))
		p.take(len(p.buf))
		return false
	}
	p.read(out, p.buf[head:j], head)
	p.take(j + len(closing))
	return true
}

func (p *Parser) read(out *Output, body string, head int) {
	type wire struct {
		Tool      string          `json:"tool"`
		Args      json.RawMessage `json:"args"`
		Reasoning string          `json:"reasoning"`
	}
	var list []wire
	var err error
	if body = strings.TrimSpace(body); strings.HasPrefix(body, "[") {
		err = json.Unmarshal([]byte(body), &list)
	} else {
		list = make([]wire, 1)
		err = json.Unmarshal([]byte(body), &list[0])
	}
	if err != nil {
		out.Errors = append(out.Errors, p.errorf(head, "the call is no valid JSON: %v", err))
		return
	}
	for _, w := range list {
		if w.Args == nil {
			w.Args = json.RawMessage("{}")
		}
		p.calls++
		out.Calls = append(out.Calls, Call{Tool: w.Tool, Args: w.Args, Reasoning: w.Reasoning, Dialect: "ptk",
			Offset: len(p.seen), Batch: len(list) > 1})
	}
}

func (p *Parser) errorf(head int, format string, args ...any) *Error {
	before := p.seen + p.buf[:head]
	line := strings.Count(before, "\n") + 1
	column := utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:]) + 1
	return &Error{Code: ParseError, Message: fmt.Sprintf(format, args...), Offset: len(before), Line: line, Column: column}
}
