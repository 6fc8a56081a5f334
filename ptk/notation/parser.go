package notation

import "strings"

// Parser reads one message of a model, piece by piece. How the message is cut into pieces makes no difference to what
// comes out, only to when.
type Parser struct {
	options Options
	limit   int
	tools   *toolbox
	openers openers
	loose   []Loose
	lead    [256]bool // bytes with which a loose call or a result line may begin a line
	leads   [256]bool // those, and all others that make the start of a line more than prose

	src     string // what is held back, and what has not been read
	i       int    // how far src has been read
	kept    arena
	at      place // of src[i]
	mode    mode
	line    lineState
	opening verdict // what skim saw of the tag at src[i]; no where it did not look
	region  region
	group   group
	floor   int // no loose call starts before this offset
	rework  int // bytes that were read again

	finish  Finish
	out     Output
	settled bool // out holds something
	text    []string
	known   func(name string) int
	asked   string // the name that was looked for last, and
	answer  int    // what known said of it
	calls   int
	after   bool // only blanks since the last call
	done    bool
	nested  bool // reads the inside of a fence
	spanAt  int  // how far inline code has been looked through
	doubts  int  // how many calls before this part could not be read
	said    said
	looked  int    // bytes of prose that were looked at to tell frames
	seen    frame  // what was last told so
	frame   frame  // of the last call
	within  string // what ends the comment or element that the text stands in
	unsure  bool   // something was opened that never ended, so that no call from there on is exact
}

// mode is what the parser is in the middle of.
type mode int

const (
	modeProse   mode = iota
	modeFence        // a code fence that holds no call
	modeSpan         // inline code that a tag stands in, until it is known whether it ends
	modeWithin       // a comment, or an element that quotes
	modeHeld         // what may be a call in such, until it is known whether that ends
	modeCall         // a call between tags
	modeGroup        // what is a call only if the message ends with it
	modeSkip         // the rest of a call that is too long
	modeDoubt        // after a call that can\'t be read
	modeText         // all the rest is text
	modeDropped      // after an invented result
)

// NewParser makes a parser for one message.
func NewParser(o Options) *Parser { return newParser(o, newToolbox(o.Tools)) }

func newParser(o Options, tools *toolbox) *Parser {
	p := &Parser{options: o, limit: o.Limit, tools: tools}
	if p.limit <= 0 {
		p.limit = DefaultLimit
	}
	p.openers = newOpeners(o.Dialects, tools)
	if o.Dialects == nil {
		o.Dialects = DefaultDialects()
	}
	p.line.start = true
	for _, d := range o.Dialects {
		if l, ok := d.(Loose); ok && !tools.none() && !o.Native {
			p.loose = append(p.loose, l)
		}
	}
	p.known = p.knows
	p.setLead()
	p.setLeads()
	return p
}

// child makes a parser of the same kind for a part of the message that starts at the given place.
func (p *Parser) child(at place) *Parser {
	c := &Parser{
		options: p.options, limit: p.limit, tools: p.tools, openers: p.openers, loose: p.loose, lead: p.lead, leads: p.leads,
		known: p.known, at: at, nested: p.nested,
	}
	c.line.start = true
	return c
}

// setLead notes which bytes may begin a line that is more than prose.
func (p *Parser) setLead() {
	p.lead['P'], p.lead['T'], p.lead['*'] = true, true, true
	if len(p.loose) == 0 {
		return
	}
	for _, c := range []byte("{[\"'Tt\xE2") {
		p.lead[c] = true
	}
	for c, is := range p.tools.first {
		p.lead[c] = p.lead[c] || is
	}
	for _, c := range []byte("fdtAa>") { // functions. default_api. tools. functools Action: >>>
		p.lead[c] = true
	}
}

// setLeads notes which bytes at the start of a line need a look at more than themselves.
func (p *Parser) setLeads() {
	p.leads = p.lead
	for c := range p.leads {
		p.leads[c] = p.leads[c] || special[c] || c >= 0x80
	}
	for _, c := range []byte("~>-+*.)0123456789/\"'") {
		p.leads[c] = true
	}
}

// Done says that a call is out and that what follows it is surely no further call, so that the stream may be cut.
func (p *Parser) Done() bool { return p.done }

// Write takes the next piece of the message and gives what it settled. It is short, so that the compiler puts it where it
// is called and a large result is not copied.
func (p *Parser) Write(piece string) (out Output) {
	text, rest := p.write(piece)
	if rest != nil {
		return *rest
	}
	out.Text = text
	return
}

// write gives the prose that a piece settled, and where it settled more than that the rest.
func (p *Parser) write(piece string) (string, *Output) {
	switch {
	case piece == "":
		return "", nil
	case p.mode == modeProse && p.src == "" && !p.line.start && p.said.addPlain(piece):
		p.at.off += len(piece)
		p.line.last = piece[len(piece)-1]
		if p.after {
			p.noteProse(piece)
		}
		return piece, nil
	case p.mode == modeProse && p.src == "":
		n := p.skim(piece)
		if n == len(piece) {
			p.noteSaid(piece)
			return piece, nil
		}
		p.src, p.i, p.kept.holds = piece, n, false
	case p.mode == modeCall && p.region.lex.inText(len(p.src)) && isQuiet(piece) && len(p.src)+len(piece) <= p.limit:
		p.src = p.kept.join(p.src, piece)
		p.region.lex.pos = len(p.src)
		return "", nil
	case p.src == "":
		p.src, p.kept.holds = piece, false
	default:
		p.src = p.kept.join(p.src, piece)
	}
	p.run(false)
	switch {
	case p.settled || len(p.text) > 1:
		out := p.take()
		return out.Text, &out
	case len(p.text) == 1:
		p.text = p.text[:0]
		return p.text[:1][0], nil
	}
	return "", nil
}

// Close ends the message and gives what was still held back.
func (p *Parser) Close(f Finish) Output {
	p.finish = f
	p.run(true)
	if p.src != "" {
		p.say(len(p.src))
	}
	return p.take()
}

// run reads as far as can be told.
func (p *Parser) run(final bool) {
	for p.step(final) {
	}
}

// step reads on in the current mode; false where more of the message is needed.
func (p *Parser) step(final bool) bool {
	switch p.mode {
	case modeProse:
		return p.prose(final)
	case modeFence:
		return p.plainFence(final)
	case modeSpan:
		return p.span(final)
	case modeWithin:
		return p.inElement(final)
	case modeHeld:
		return p.held(final)
	case modeCall:
		return p.call(final)
	case modeGroup:
		return p.collect(final)
	case modeSkip:
		return p.skip(final)
	case modeDoubt:
		return p.doubt(final)
	case modeText:
		p.skipTo(len(p.src))
		p.say(len(p.src))
		return false
	}
	p.drop(len(p.src))
	return false
}

// take gives what has been settled since it was last asked.
func (p *Parser) take() Output {
	var out Output
	if p.settled {
		out, p.out, p.settled = p.out, Output{}, false
	}
	switch len(p.text) {
	case 0:
	case 1:
		out.Text = p.text[0]
	default:
		out.Text = strings.Join(p.text, "")
	}
	p.text = p.text[:0]
	return out
}

// say gives the first n bytes of src out as prose.
func (p *Parser) say(n int) {
	if n == 0 {
		return
	}
	s := p.src[:n]
	p.text = append(p.text, s)
	p.src = p.src[n:]
	p.i = max(0, p.i-n)
	p.noteSaid(s)
}

// noteSaid notes what was given out as prose; it is not empty.
func (p *Parser) noteSaid(s string) {
	p.line.last = s[len(s)-1]
	if p.after {
		p.noteProse(s)
	}
	if t := &p.said; t.text != nil && len(s) <= len(t.text)-t.n { // as add does, without the call
		t.n += copy(t.text[t.n:], s)
		return
	}
	p.said.shift(s)
}

// noteProse notes that something other than blanks follows a call.
func (p *Parser) noteProse(s string) {
	if strings.TrimSpace(s) != "" {
		p.after = false
		p.done = p.calls > 0
	}
}

// drop takes the first n bytes of src away, and they are not shown.
func (p *Parser) drop(n int) {
	if n > 0 {
		p.line.last = p.src[n-1]
	}
	p.src = p.src[n:]
	p.i = max(0, p.i-n)
}

// skipTo reads on to the offset i of src without looking.
func (p *Parser) skipTo(i int) {
	p.at = p.at.after(p.src[p.i:i])
	p.i = i
}

// mayRework says whether n bytes may be read a second time; what may not is taken as it stands. It keeps the work linear.
func (p *Parser) mayRework(n int) bool {
	if p.rework+n > 4*p.at.off+1<<16 {
		return false
	}
	p.rework += n
	return true
}
