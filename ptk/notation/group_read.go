package notation

import "strings"

// groupReader reads text that counts only if the message ends with it.
type groupReader struct {
	*message
	group
	readFence fenceParser
}

// begin begins to hold back what may be a call at the end of the message.
func (r *groupReader) begin(first item) {
	r.group = group{start: r.at, items: r.items[:0]}
	r.mode = modeGroup
	r.add(first, 0)
}

// read reads in a group.
func (r *groupReader) read(final bool) bool {
	limit := r.grammar.limit
	if len(r.src) <= limit {
		return r.readItems(final)
	}
	all := r.src
	r.src = all[:limit]
	again := r.readItems(false)
	r.src = all[limit-len(r.src):]
	return again || r.release(limit)
}

// readItems reads in a group that is not too long.
func (r *groupReader) readItems(final bool) bool {
	for {
		var stop, again bool
		if r.open {
			stop, again = r.readItem(final)
		} else {
			stop, again = r.between(final)
		}
		if stop {
			return again
		}
	}
}

// between reads the text after a complete item: the end, another item, or prose, which shows that the item is none.
func (r *groupReader) between(final bool) (stop, again bool) {
	for r.pos < len(r.src) && (isBlank(r.src[r.pos]) || strings.IndexByte(`,;\`, r.src[r.pos]) >= 0 && r.last().kind == looseItem) {
		r.pos++
	}
	if r.pos == len(r.src) || final && strings.Trim(r.src[r.pos:], "`~ \t\r\n") == "" {
		if final {
			return true, r.evaluate()
		}
		return true, false
	}
	rest := r.src[r.pos:]
	next, v := r.nextItem(rest, final)
	switch v {
	case more:
		return true, false
	case yes:
		if len(r.items) == mostItems {
			return true, r.release(r.pos)
		}
		r.extend(next)
		return false, false
	case no:
	}
	if size, v := r.controlToken(rest, final); v != no {
		if v == more {
			return true, false
		}
		r.pos += size
		return false, false
	}
	return true, r.release(r.pos)
}

// controlToken returns the size of a token with which models end their turns, or of a closing tag whose opening one is
// missing. Both count as blank.
func (r *groupReader) controlToken(s string, final bool) (int, verdict) {
	if s[0] != '<' {
		return 0, no
	}
	t, v := readTag(s, final)
	if v == more {
		return 0, more
	}
	if v == yes && (t.isControl() || t.Closing && r.grammar.tags.closing.ends(t.Key)) {
		return t.size, yes
	}
	return 0, no
}

// nextItem reports whether another item starts at the start of s.
func (r *groupReader) nextItem(s string, final bool) (item, verdict) {
	switch c := s[0]; {
	case c == '`' || c == '~':
		return fenceStart(r.grammar, s, final)
	case c == '<':
		t, op, v := r.grammar.tags.find(s, final)
		if v == yes && op == r.grammar.tags.foreign {
			return item{kind: foreignItem, tag: t, dialect: op.dialect}, yes
		}
		return item{}, moreIf(v == more)
	case r.grammar.starts.call[c]:
		d, v := r.grammar.startsLoose(s, final)
		return item{kind: looseItem, dialect: d}, v
	}
	return item{}, no
}
