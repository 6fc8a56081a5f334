package notation

import "strings"

// mostDoubts is how many calls in a row may be unreadable before the rest of the message is taken for text.
const mostDoubts = 4

// doubt holds back what follows a call that can't be read. Where a quote was not escaped, the rest of the message may be
// the rest of that call's text, and a call in it a quotation. It is, where the end of a call is left over in it; then all of
// it is text. Else it is read as usual.
func (p *Parser) doubt(final bool) bool {
	switch {
	case len(p.src) > p.limit || p.doubts == mostDoubts:
		p.mode = modeText
		return true
	case !final:
		return false
	}
	p.mode = modeText
	inner := p.child(p.at)
	inner.calls, inner.after, inner.line, inner.doubts = p.calls, p.after, p.line, p.doubts+1
	inner.frame, inner.seen, inner.unsure = p.frame, p.seen, p.unsure
	inner.said.add(p.said.last(min(p.said.fresh(), mostSaid)))
	inner.said.from = inner.said.n - p.said.fresh()
	out := inner.Write(p.src)
	out.add(inner.Close(p.finish))
	if len(out.Calls) > 0 && hasCallEnd(out.Text) {
		return true
	}
	p.skipTo(len(p.src))
	p.drop(len(p.src))
	p.text = append(p.text, out.Text)
	out.Text = ""
	p.out.add(out)
	p.settled = true
	p.calls += len(out.Calls)
	return false
}

// hasCallEnd says whether a bracket or quote and the closing tag of a call stand in prose.
func hasCallEnd(s string) bool {
	for from := 0; ; {
		i := strings.Index(s[from:], "</")
		if i < 0 {
			return false
		}
		from += i
		before := strings.TrimRight(s[max(0, from-16):from], " \t\r\n")
		t, v := readTag(s[from:min(len(s), from+longestTag)], true)
		if v == yes && isFamily(t.Key) && before != "" && strings.IndexByte("}])\"'", before[len(before)-1]) >= 0 {
			return true
		}
		from += 2
	}
}
