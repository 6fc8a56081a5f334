package notation

import "strings"

// readItem reads in the last item.
func (r *groupReader) readItem(final bool) (stop, again bool) {
	it := r.last()
	switch it.kind {
	case fenceItem:
		return r.fenceBody(it, final)
	case foreignItem:
		return r.foreignBody(it, final)
	case looseItem:
	}
	if l, ok := it.dialect.(Lined); ok {
		return r.lines(it, l, final)
	}
	return r.brackets(it, final)
}

// brackets reads a loose call up to its last bracket.
func (r *groupReader) brackets(it *item, final bool) (stop, again bool) {
	switch e := it.lex.next(r.src, final); {
	case e == lexValue:
		r.complete(it.lex.valueEnd)
	case e == lexMore && final:
		it.end, it.bodyEnd = len(r.src), len(r.src)
		return true, r.evaluate()
	case e == lexMore:
		return true, false
	case e == lexTag:
		return r.tagInLoose(it, final)
	case e == lexInside:
		it.lex.pos++
	case e == lexBroken:
		return true, r.release(it.lex.pos)
	}
	return false, false
}

// tagInLoose reads a bracket inside a loose call. If it begins a tag that opens a call, this is no loose call.
func (r *groupReader) tagInLoose(it *item, final bool) (stop, again bool) {
	_, op, v := r.grammar.tags.find(r.src[it.lex.pos:], final)
	if v == more {
		return true, false
	}
	if v == yes && op != nil && r.src[it.lex.pos] == '<' {
		return true, r.release(it.lex.pos)
	}
	it.lex.last = r.src[it.lex.pos]
	if it.lex.last == '[' {
		it.lex.openBracket(r.src, '[')
	}
	it.lex.pos++
	return false, false
}

// foreignBody reads a tag that is named as a tool.
func (r *groupReader) foreignBody(it *item, final bool) (stop, again bool) {
	if it.xml.pos == 0 {
		i := skipBlank(r.src, max(it.body, it.scanned))
		it.scanned = i
		if i == len(r.src) {
			return true, final && r.evaluate()
		}
		if r.src[i] != '<' && r.src[i] != '{' {
			return true, r.release(i)
		}
		it.xml.pos = it.body
	}
	for {
		i := strings.IndexByte(r.src[it.xml.pos:], '<')
		if i < 0 {
			it.xml.pos = len(r.src)
			return true, final && r.evaluate()
		}
		it.xml.pos += i
		t, v := readTag(r.src[it.xml.pos:], final)
		switch {
		case v == more:
			return true, false
		case v == no:
			it.xml.pos++
		case it.xml.tag(r.src, t, it.tag.Key, &r.grammar.tags.closing):
			it.bodyEnd = it.xml.pos
			r.complete(it.xml.pos + t.size)
			return false, false
		}
	}
}

// lines reads a loose call that consists of lines.
func (r *groupReader) lines(it *item, l Lined, final bool) (stop, again bool) {
	for {
		from := max(it.lex.pos, it.lex.valueEnd)
		i := strings.IndexByte(r.src[from:], '\n')
		if i < 0 && !final {
			it.lex.valueEnd = len(r.src)
			return true, false
		}
		end := len(r.src)
		if i >= 0 {
			end = from + i
		}
		if !l.Continues(r.src[it.lex.pos:end]) {
			return true, r.release(it.lex.pos)
		}
		if i < 0 {
			it.end, it.bodyEnd = end, end
			return true, r.evaluate()
		}
		it.lex.pos = end + 1
	}
}

// fenceBody reads a fence up to the line that closes it.
func (r *groupReader) fenceBody(it *item, final bool) (stop, again bool) {
	it.lex.pos = max(it.lex.pos, it.body)
	it.scanned = max(it.scanned, it.lex.pos)
	for {
		if it.scanned == it.lex.pos {
			n, v := fenceEnd(r.src[it.lex.pos:], it.fence, it.run, final)
			if v == yes {
				it.bodyEnd = it.lex.pos
				r.complete(it.lex.pos + n)
				return false, false
			}
			if v == more {
				return true, false
			}
		}
		end := strings.IndexByte(r.src[it.scanned:], '\n')
		if end < 0 && final {
			it.end, it.bodyEnd = len(r.src), len(r.src)
			return true, r.evaluate()
		}
		if end < 0 {
			it.scanned = len(r.src)
			return true, false
		}
		it.scanned += end + 1
		it.lex.pos = it.scanned
	}
}
