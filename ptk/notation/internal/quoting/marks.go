package quoting

import "strings"

// quotation is a pair of quotation marks.
type quotation struct{ open, closing string }

// anyQuotes returns the marks that quote within a paragraph.
func anyQuotes() []quotation {
	return append(pairedQuotes(), quotation{`"`, `"`}, quotation{"'", "'"}, quotation{"‘", "’"}, quotation{"»", "«"}, quotation{"＂", "＂"})
}

// pairedQuotes returns the marks that have no other meaning.
func pairedQuotes() []quotation {
	return []quotation{{"“", "”"}, {"„", "“"}, {"„", "”"}, {"«", "»"}, {"‹", "›"}, {"「", "」"}, {"『", "』"}, {"《", "》"}, {"〈", "〉"}, {"‚", "‘"}}
}

// openQuote reports whether a quotation is open at the end of a text.
func openQuote(text string, marks func() []quotation) bool {
	if !hasMark(text) {
		return false
	}
	pairs := marks()
	var open []opened
	for i := 0; i < len(text); {
		if text[i] == '`' {
			i = codeEnd(text, i)
			continue
		}
		if text[i] < 0x80 && text[i] != '"' && text[i] != '\'' {
			i++
			continue
		}
		open = quoteAt(text, i, pairs, open)
		i += runeSize(text[i])
	}
	for _, o := range open {
		if o.mark != "'" || o.reaches(text) {
			return true
		}
	}
	return false
}

// hasMark is a fast check of whether a text may contain a quotation mark.
func hasMark(text string) bool {
	if strings.IndexByte(text, '"') >= 0 || strings.IndexByte(text, '\'') >= 0 {
		return true
	}
	i, all := 0, byte(0)
	for ; i+8 <= len(text); i += 8 {
		all |= text[i] | text[i+1] | text[i+2] | text[i+3] | text[i+4] | text[i+5] | text[i+6] | text[i+7]
	}
	for ; i < len(text); i++ {
		all |= text[i]
	}
	return all >= 0x80
}

// opened is a quotation mark that has opened a quotation, and its offset.
type opened struct {
	mark string
	at   int
}

// reaches reports whether a single quote, which may be an apostrophe, quotes up to the end of the text: it is on the last
// line, or the last character of its line.
func (o opened) reaches(text string) bool {
	rest, _, more := strings.Cut(text[o.at+len(o.mark):], "\n")
	return !more || isBlankText(rest)
}

// codeEnd returns the end of the inline code that starts at i, or of its marks if it does not end.
func codeEnd(text string, i int) int {
	n := len(text[i:]) - len(strings.TrimLeft(text[i:], "`"))
	if end := strings.Index(text[i+n:], text[i:i+n]); end >= 0 {
		return i + n + end + n
	}
	return i + n
}

// runeSize returns the size in bytes of the character that starts with c.
func runeSize(c byte) int {
	switch {
	case c >= 0xF0:
		return 4
	case c >= 0xE0:
		return 3
	case c >= 0xC0:
		return 2
	}
	return 1
}

// quoteAt returns the open quotations after the mark at i, if there is one.
func quoteAt(text string, i int, pairs []quotation, open []opened) []opened {
	rest := text[i:]
	for at := len(open) - 1; at >= 0; at-- {
		for _, q := range pairs {
			if q.open == open[at].mark && strings.HasPrefix(rest, q.closing) && mayClose(rest, q.closing) {
				return open[:at]
			}
		}
	}
	for _, q := range pairs {
		if strings.HasPrefix(rest, q.open) && mayOpenQuote(text, i, q.open) {
			return append(open, opened{q.open, i})
		}
	}
	return open
}

// mayClose reports whether the mark that s starts with may end a quotation, which an apostrophe in a word may not.
func mayClose(s, mark string) bool {
	return mark != "'" && mark != "’" || len(s) == len(mark) || !isWord(s[len(mark)])
}

// mayOpenQuote reports whether the mark at i may begin a quotation. A mark that may also end one, or be part of a word, must
// follow a blank, a bracket or the like.
func mayOpenQuote(text string, i int, mark string) bool {
	if mark != `"` && mark != "'" && mark != "»" && mark != "＂" {
		return true
	}
	if i > 0 && strings.IndexByte(" \t\r\n([{<>=:,;-/|*_~\"'\\", text[i-1]) < 0 && text[i-1] < 0x80 {
		return false
	}
	behind := text[i+len(mark):]
	return mark != "'" || behind == "" || !isBlank(behind[0]) || isBlankText(behind)
}
