package notation

import "strings"

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
	scanned    int // how far the last line of a fence, or the blanks behind a tag, have been looked through
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

// foreignBody reads on in a tag that is named as a tool is.
func (p *Parser) foreignBody(it *item, final bool) (stop, again bool) {
	if it.xml.pos == 0 {
		i := skipBlank(p.src, max(it.body, it.scanned))
		it.scanned = i
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
