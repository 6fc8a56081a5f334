package notation

import "strings"

// tagInCall looks at a tag outside strings.
func (p *Parser) tagInCall(final bool) (stop, again bool) {
	r := &p.region
	if r.passes(p.src[r.lex.pos:]) {
		p.passTag(Tag{}, no)
		return false, false
	}
	t, v := readTag(p.src[r.lex.pos:], final)
	if t.Key != "" && t.Key == enderOf(r.tag.Key) {
		t.Closing, t.Key = true, r.tag.Key
	}
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

// passes says at a glance that the < or [ at s[0] starts no tag that means anything in the call: its name is too short.
func (r *region) passes(s string) bool {
	if r.isXML || r.lex.depth == 0 && r.lex.valueEnd > 0 || len(s) < 2 || isBlank(s[1]) || s[1] == '/' || s[1] == '\\' {
		return false
	}
	shortest := min(len("ptkcall"), len(r.tag.Key))
	if ender := enderOf(r.tag.Key); ender != "" {
		shortest = min(shortest, len(ender))
	}
	if r.lex.depth == 0 {
		shortest = len("arg")
	}
	end := nameEnd(s, 1)
	return end < len(s) && end-1 < shortest
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
	r.exact = r.exact && isExactEnd(p.src[r.lex.pos:r.lex.pos+t.size], t, r.tag)
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

// tagInString notes the first closing tag inside a string; true where more of the message is needed. It ends nothing, unless the string turns out to have no end.
func (p *Parser) tagInString(final bool) (stop bool) {
	r := &p.region
	t, v := readTag(p.src[r.lex.pos:], final)
	if v == more {
		return true
	}
	if v == yes && t.Closing && r.stop == 0 && (t.Key == r.tag.Key || isFamily(t.Key)) || v == yes && r.stop == 0 && t.Key == enderOf(r.tag.Key) {
		r.stop, r.resume, r.stopValue = r.lex.pos, r.lex.pos+t.size, r.lex.valueEnd
	}
	r.lex.pos++
	return false
}
