package notation

import "strings"

// separators skips what may separate calls. It returns false at the end of the text.
func (b *bodyReader) separators() bool {
	for b.fault == nil {
		b.blank()
		switch c := b.peek(); {
		case c == ',' || c == ';' || c == '\\' && b.at("\\\n"):
			b.pos++
		case c == '`' && b.at("```"), c == '~' && b.at("~~~"):
			b.fence()
		case c == '>' && b.at(callMark):
			b.pos += len(callMark)
		case c == '<':
			if !b.stray() {
				return true
			}
		default:
			return b.pos < len(b.src)
		}
	}
	return false
}

// fence skips the line of a code fence.
func (b *bodyReader) fence() {
	b.repair("code fence")
	for b.pos < len(b.src) && (b.src[b.pos] == '`' || b.src[b.pos] == '~') {
		b.pos++
	}
	for b.pos < len(b.src) && isWord(b.src[b.pos]) {
		b.pos++
	}
}

// stray skips a tag or control token that does not belong to a call.
func (b *bodyReader) stray() bool {
	t, v := readTag(b.src[b.pos:], true)
	if v != yes || b.whole && !t.isControl() {
		return false
	}
	b.pos += t.size
	if !t.isControl() {
		b.repair("stray tag")
		b.nameInTag(t)
	}
	return true
}

// nameTags are the keys of tags that contain only a tool's name.
var nameTags = []string{"function", "name", "toolname", "functionname"}

// nameInTag reads <function>read_file</function>, which precedes the arguments.
func (b *bodyReader) nameInTag(t Tag) {
	if t.Closing || t.Attributes+t.Value != "" || !oneOf(t.Key, nameTags) {
		return
	}
	end := wordEnd(b.src, b.pos)
	if end > b.pos && strings.HasPrefix(b.src[end:], "</") {
		b.name = cleanName(b.src[b.pos:end])
		b.pos = end
	}
}

// word reads a function call or a tool's name, or skips text around the calls.
func (b *bodyReader) word() {
	start := b.pos
	end, isCall := callName(b.src, start)
	name := strings.TrimSuffix(unescapeName(b.src[start:end]), ":")
	tool, known := b.tools.find(name)
	if isCall && (known || !b.whole && (b.tools.none() || !b.junk) && !isProse(b.src, end)) {
		b.pos = end
		if strings.Contains(b.src[start:end], `\`) {
			b.repair("escaped underscore")
		}
		w := b.function(name, start)
		if b.fault == nil {
			b.call(w)
		}
		return
	}
	next := skipBlank(b.src, end)
	if next < len(b.src) && b.src[next] == ':' {
		next = skipBlank(b.src, next+1)
	}
	next = b.skipFence(next)
	if end > start && next < len(b.src) && b.src[next] == '{' && (known || !b.whole && !b.junk && len(b.list) == 0 && b.tools.none()) {
		b.name = name
		if known {
			b.name = tool.Name
		}
		b.pos = next
		b.repair("name before the arguments")
		return
	}
	b.junk = true
	b.pos = max(end, start+1)
}

// isProse reports whether the bracket at i opens a remark rather than arguments.
func isProse(s string, i int) bool {
	rest := strings.TrimSpace(s[i+1 : min(len(s), i+4)])
	return rest == "s)"
}

// skipFence returns the offset after the line that opens a code fence at i, if there is one.
func (b *bodyReader) skipFence(i int) int {
	if !strings.HasPrefix(b.src[i:], "```") {
		return i
	}
	for i < len(b.src) && (b.src[i] == '`' || isWord(b.src[i])) {
		i++
	}
	return skipBlank(b.src, i)
}
