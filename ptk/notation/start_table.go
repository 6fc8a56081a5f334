package notation

import "strings"

// startTable holds how lines begin that are more than prose, computed from what the loose dialects declare.
type startTable struct {
	call  [256]bool // the first bytes of loose calls and result lines
	line  [256]bool // those, and all others that make the start of a line more than prose
	inner string    // the first bytes of prefixes of loose calls
	after string    // the bytes that may follow the first word of a loose call
	marks []string  // the prefixes of loose calls that begin like a block quote or a list
	wide  []string  // the prefixes of loose calls that are not ASCII
	tools bool      // the names of tools begin loose calls
}

// lineMarks are the bytes with which Markdown's quotes, lists and fences and comments begin.
const lineMarks = "~>-+*.)0123456789/\"'"

// looseTable holds loose dialects and how their calls begin.
type looseTable struct {
	dialects []Loose
	starts   startTable
}

// newLooseTable computes the table of the loose ones among the dialects.
func newLooseTable(dialects []Dialect) *looseTable {
	t := &looseTable{}
	for _, d := range dialects {
		if l, ok := d.(Loose); ok {
			t.dialects = append(t.dialects, l)
			t.starts.add(l.Starts())
		}
	}
	for c := range t.starts.line {
		b := byte(c)
		t.starts.call[c] = t.starts.call[c] || mayBeResult(b)
		t.starts.line[c] = t.starts.call[c] || isSpecial[c] || b >= 0x80 || strings.IndexByte(lineMarks, b) >= 0
	}
	return t
}

func (t *startTable) add(s Starts) {
	for _, prefix := range s.Prefixes {
		c := prefix[0]
		t.call[c] = true
		t.inner += prefix[:1]
		if strings.IndexByte(lineMarks, c) >= 0 {
			t.marks = append(t.marks, prefix)
		}
		if c >= 0x80 {
			t.wide = appendNew(t.wide, prefix)
		}
	}
	if s.Wrapped {
		t.call['['], t.call['"'], t.call['\''], t.call["“"[0]] = true, true, true, true
		t.wide = appendNew(t.wide, "“")
	}
	t.after += s.After
	if s.Tools {
		t.tools = true
		for _, space := range toolNamespaces() {
			t.call[space[0]] = true
		}
	}
}

// addTools adds the first bytes of the names of the tools.
func (t *startTable) addTools(tools *toolbox) {
	for c, is := range tools.first {
		t.call[c] = t.call[c] || is
		t.line[c] = t.line[c] || is
	}
}

// may is a fast check of whether a loose call may start at the start of s.
func (t *startTable) may(s string) bool {
	if t.isWordOfProse(s) || s[0] >= 0x80 && len(s) > 2 && !t.startsWide(s) {
		return false
	}
	i, end := opening(s)
	return end || t.tools && isWord(s[i]) || strings.IndexByte(t.inner, s[i]) >= 0
}

func (t *startTable) startsWide(s string) bool {
	for _, w := range t.wide {
		if strings.HasPrefix(s, w) {
			return true
		}
	}
	return false
}

// isWordOfProse reports whether s begins with a word that no loose call begins with.
func (t *startTable) isWordOfProse(s string) bool {
	end := wordEnd(s, 0)
	if end == 0 {
		return false
	}
	next := skipBlank(s, end)
	return next < len(s) && strings.IndexByte(t.after, s[next]) < 0
}

// startsProse reports whether s, the start of a line, begins with a word or a character that neither a call nor a result
// begins with.
func (t *startTable) startsProse(s string) bool {
	if s[0] >= 0xC0 {
		return len(s) > 2 && !t.startsWide(s)
	}
	c := s[0] | 0x20
	return c >= 'a' && c <= 'z' && !mayBeResult(s[0]) && t.isWordOfProse(s)
}

// mayBeMarked reports whether a loose call may start at the start of s with what looks like a mark of Markdown.
func (t *startTable) mayBeMarked(s string, final bool) bool {
	for _, mark := range t.marks {
		if len(s) > len(mark) {
			if isWord(s[len(mark)]) && strings.HasPrefix(s, mark) {
				return true
			}
		} else if !final && strings.HasPrefix(mark, s) {
			return true
		}
	}
	return false
}
