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

// mostItems is how many items a group may have; with more of them the first are text.
const mostItems = 1024

// beginGroup starts to hold back what may be a call at the end of the message.
func (p *Parser) beginGroup(first item) {
	p.group = group{start: p.at, items: p.group.items[:0]}
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
	for g.pos < len(p.src) && (isBlank(p.src[g.pos]) || strings.IndexByte(`,;\`, p.src[g.pos]) >= 0 && g.lastKind() == looseItem) {
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
		if len(g.items) == mostItems {
			return true, p.release(g.pos)
		}
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
