package notation

import "strings"

// group is what counts only if the message ends with it: loose calls, foreign tags, and fences that hold nothing but calls.
// src starts with its first item.
type group struct {
	items []item
	start place // of src[0]
	pos   int   // how far src has been read
	open  bool  // the last item is not yet complete
}

// itemKind tells the items of a group apart.
type itemKind int

const (
	looseItem itemKind = iota
	foreignItem
	fenceItem
)

// item is one part of a group.
type item struct {
	kind       itemKind
	dialect    Dialect
	tag        Tag
	start, end int // in src
	body       int // where the inside of a tag or fence starts
	bodyEnd    int
	lex        lexer
	xml        xmlState
	fence      byte
	run        int
	scanned    int // how far the last line of a fence has been looked through
}

// beginGroup starts to hold back what may be a call at the end of the message.
func (p *Parser) beginGroup(first item) {
	p.group = group{start: p.at}
	p.mode = modeGroup
	p.addItem(first, 0)
}

func (p *Parser) addItem(it item, at int) {
	it.start = at
	it.body = at + it.tag.size
	it.lex.pos = it.body
	it.lex.single = true
	p.group.items = append(p.group.items, it)
	p.group.open, p.group.pos = true, at
}

// collect reads on in a group.
func (p *Parser) collect(final bool) bool {
	if len(p.src) <= p.limit {
		return p.gather(final)
	}
	all := p.src
	p.src = all[:p.limit]
	again := p.gather(false)
	p.src = all[p.limit-len(p.src):]
	return again || p.release(p.limit)
}

// gather reads on in a group that is not too long.
func (p *Parser) gather(final bool) bool {
	for {
		if p.group.open {
			if stop, again := p.item(final); stop {
				return again
			}
			continue
		}
		if stop, again := p.between(final); stop {
			return again
		}
	}
}

// item reads on in the last item.
func (p *Parser) item(final bool) (stop, again bool) {
	it := &p.group.items[len(p.group.items)-1]
	switch it.kind {
	case fenceItem:
		return p.fenceBody(it, final)
	case foreignItem:
		return p.foreignBody(it, final)
	}
	if l, ok := it.dialect.(Lined); ok {
		return p.lines(it, l, final)
	}
	return p.brackets(it, final)
}

// brackets reads a loose call up to its last bracket.
func (p *Parser) brackets(it *item, final bool) (stop, again bool) {
	switch e := it.lex.next(p.src, final); {
	case e == lexValue:
		p.complete(it, it.lex.valueEnd)
	case e == lexMore && final:
		it.end, it.bodyEnd = len(p.src), len(p.src)
		return true, p.evaluate()
	case e == lexMore:
		return true, false
	case e == lexTag:
		return p.tagInLoose(it, final)
	case e == lexInside:
		it.lex.pos++
	case e == lexBroken:
		return true, p.release(it.lex.pos)
	}
	return false, false
}

// tagInLoose looks at a bracket inside a loose call: a tag that opens a call shows that this is none.
func (p *Parser) tagInLoose(it *item, final bool) (stop, again bool) {
	_, d, v := p.openers.find(p.src[it.lex.pos:], final)
	if v == more {
		return true, false
	}
	if v == yes && d != nil && p.src[it.lex.pos] == '<' {
		return true, p.release(it.lex.pos)
	}
	it.lex.last = p.src[it.lex.pos]
	if it.lex.last == '[' {
		it.lex.openBracket(p.src, '[')
	}
	it.lex.pos++
	return false, false
}

// complete ends the last item.
func (p *Parser) complete(it *item, end int) {
	it.end = end
	if it.bodyEnd == 0 {
		it.bodyEnd = end
	}
	p.group.open, p.group.pos = false, end
}

// between reads what follows a complete item: the end, another item, or prose, which shows that it was none.
func (p *Parser) between(final bool) (stop, again bool) {
	g := &p.group
	for g.pos < len(p.src) && (isBlank(p.src[g.pos]) || (p.src[g.pos] == ',' || p.src[g.pos] == ';') && g.lastKind() == looseItem) {
		g.pos++
	}
	if g.pos == len(p.src) || final && strings.Trim(p.src[g.pos:], "`~ \t\r\n") == "" {
		if final {
			return true, p.evaluate()
		}
		return true, false
	}
	rest := p.src[g.pos:]
	next, v := p.nextItem(rest, final)
	switch v {
	case more:
		return true, false
	case yes:
		p.goOn(next)
		return false, false
	}
	if size, v := controlToken(rest, final); v != no {
		if v == more {
			return true, false
		}
		g.pos += size
		return false, false
	}
	return true, p.release(g.pos)
}

// goOn adds the next item; a loose call right behind another belongs to the same list.
func (p *Parser) goOn(next item) {
	g := &p.group
	last := &g.items[len(g.items)-1]
	if next.kind != looseItem || last.kind != looseItem || isLined(next.dialect) || isLined(last.dialect) {
		p.addItem(next, g.pos)
		return
	}
	last.lex = lexer{pos: g.pos, single: true}
	last.bodyEnd, g.open = 0, true
}

func isLined(d Dialect) bool {
	_, ok := d.(Lined)
	return ok
}

func (g *group) lastKind() itemKind { return g.items[len(g.items)-1].kind }

// controlToken gives the size of a token by which models end their turns, or of a closing tag whose opening one is missing;
// both count as blank.
func controlToken(s string, final bool) (int, verdict) {
	if s[0] != '<' {
		return 0, no
	}
	t, v := readTag(s, final)
	if v == more {
		return 0, more
	}
	if v == yes && (isControl(t) || t.Closing && isFamily(t.Key)) {
		return t.size, yes
	}
	return 0, no
}

// nextItem says whether another item of a group starts at the start of s.
func (p *Parser) nextItem(s string, final bool) (item, verdict) {
	switch c := s[0]; {
	case c == '`' || c == '~':
		return p.fenceStart(s, final)
	case c == '<':
		t, d, v := p.openers.find(s, final)
		if f, ok := d.(ForeignTag); v == yes && ok && !p.tools.none() {
			return item{kind: foreignItem, tag: t, dialect: f}, yes
		}
		return item{}, moreIf(v == more)
	case p.lead[c]:
		d, v := p.looseStart(s, final)
		return item{kind: looseItem, dialect: d}, v
	}
	return item{}, no
}

// release gives a group out as text: what is complete at once, what is not is read again as prose. upTo is where it was
// seen that this is no call.
func (p *Parser) release(upTo int) bool {
	g := p.group
	p.at, p.i = g.start, 0
	p.mode = modeProse
	end := upTo
	if last := g.items[len(g.items)-1]; g.open && last.kind != fenceItem && p.mayRework(upTo-last.start) {
		end = last.start
	}
	p.floor = g.start.off + upTo
	p.skipTo(end)
	p.line.start = end == 0 || p.src[end-1] == '\n'
	p.line.marked = false
	if end == 0 {
		p.line.start = true
	}
	p.say(end)
	return true
}

// evaluate is the end of the message: the items that hold nothing but good calls are calls, the rest is text.
func (p *Parser) evaluate() bool {
	g, src, done := p.group, p.src, 0
	last := len(g.items) - 1
	for i, it := range g.items {
		if it.kind != g.items[last].kind {
			continue
		}
		if it.kind == fenceItem && !onlyFences(g.items[i:]) {
			continue
		}
		out, ok := p.readItem(it)
		if !ok {
			continue
		}
		p.text = append(p.text, src[done:it.start])
		done = it.end
		p.out.add(out)
		p.settled = true
		p.calls += len(out.Calls)
	}
	if done == 0 || done < g.items[last].end {
		p.text = append(p.text, src[done:])
	}
	p.at, p.i, p.src, p.mode = g.start.after(src), 0, "", modeProse
	return false
}

func onlyFences(items []item) bool {
	for _, it := range items {
		if it.kind != fenceItem {
			return false
		}
	}
	return true
}

// readItem reads the calls of an item; false where it holds none, or one that may not run.
func (p *Parser) readItem(it item) (Output, bool) {
	at := p.group.start.after(p.src[:it.start])
	if it.kind == fenceItem {
		return p.readFence(it, at)
	}
	if it.kind == foreignItem && it.end == 0 {
		return Output{}, false
	}
	calls, err := it.dialect.Read(Body{Tag: it.tag, Text: p.src[it.body:it.bodyEnd], tools: p.tools, whole: true})
	if err != nil || len(calls) == 0 || p.finish == Cut && hasRepairs(calls) {
		return Output{}, false
	}
	for i := range calls {
		if !p.tools.fits(calls[i]) {
			return Output{}, false
		}
		calls[i].Offset, calls[i].Batch = at.off, len(calls) > 1
		calls[i].Dialect = it.dialect.Name()
	}
	return Output{Calls: calls}, true
}

// fits says whether a call is one of a registered tool with arguments that its schema takes.
func (b *toolbox) fits(c Call) bool {
	i := b.index(c.Tool)
	if i < 0 {
		return false
	}
	s := *b.schema(i)
	if len(s.types) == 0 {
		s.types = []string{"object"}
	}
	_, wrong := s.fit(c.Args, "")
	return wrong == ""
}

// readFence reads the inside of a fence as a message of its own; false where anything but calls stands in it.
func (p *Parser) readFence(it item, at place) (Output, bool) {
	inner := p.child(at.after(p.src[it.start:it.body]))
	inner.nested = true
	out := inner.Write(p.src[it.body:it.bodyEnd])
	out.add(inner.Close(p.finish))
	if !isBlankText(out.Text) || len(out.Calls)+len(out.Errors) == 0 {
		return Output{}, false
	}
	for i := range out.Calls {
		out.Calls[i].Repaired = append(out.Calls[i].Repaired, "code fence")
	}
	return out, true
}

// foreignBody reads on in a tag that is named as a tool is.
func (p *Parser) foreignBody(it *item, final bool) (stop, again bool) {
	if it.xml.pos == 0 {
		i := skipBlank(p.src, it.body)
		if i == len(p.src) {
			return true, final && p.evaluate()
		}
		if p.src[i] != '<' && p.src[i] != '{' {
			return true, p.release(i)
		}
		it.xml.pos = it.body
	}
	for {
		i := strings.IndexByte(p.src[it.xml.pos:], '<')
		if i < 0 {
			it.xml.pos = len(p.src)
			return true, final && p.evaluate()
		}
		it.xml.pos += i
		t, v := readTag(p.src[it.xml.pos:], final)
		switch {
		case v == more:
			return true, false
		case v == no:
			it.xml.pos++
		case it.xml.tag(p.src, t, it.tag.Key):
			it.bodyEnd = it.xml.pos
			p.complete(it, it.xml.pos+t.size)
			return false, false
		}
	}
}

// lines reads on in a loose call that is made of lines.
func (p *Parser) lines(it *item, l Lined, final bool) (stop, again bool) {
	for {
		from := max(it.lex.pos, it.lex.valueEnd)
		i := strings.IndexByte(p.src[from:], '\n')
		if i < 0 && !final {
			it.lex.valueEnd = len(p.src)
			return true, false
		}
		end := len(p.src)
		if i >= 0 {
			end = from + i
		}
		if !l.Continues(p.src[it.lex.pos:end]) {
			return true, p.release(it.lex.pos)
		}
		if i < 0 {
			it.end, it.bodyEnd = end, end
			return true, p.evaluate()
		}
		it.lex.pos = end + 1
	}
}
