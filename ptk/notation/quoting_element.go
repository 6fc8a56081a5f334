package notation

import "strings"

// quotingElements returns the elements of HTML and the like whose text is quoted.
func quotingElements() []string {
	return []string{
		"blockquote", "cite", "code", "dd", "details", "document", "documents", "example", "examples", "figure", "kbd", "li",
		"listing", "nowiki", "pre", "q", "quote", "samp", "script", "syntaxhighlight", "td", "template", "textarea", "th", "tt", "xmp",
	}
}

// mayQuote is a fast check of whether s, which starts with a bracket, may start a comment or an element that quotes.
func mayQuote(s string) bool {
	if s[0] != '<' || len(s) < 2 {
		return false
	}
	if len(s) > 2 && s[1] != '!' && s[1]|0x20 != 'q' && (s[2]|0x20 < 'a' || s[2]|0x20 > 'z') {
		return false
	}
	return true
}

// quotingStart reports whether a comment, a docstring or an element that quotes starts at the start of s. It returns what
// closes it and the size of its opening mark.
func quotingStart(s string, final bool) (closing string, size int, v verdict) {
	for _, mark := range [][2]string{{"<!--", "-->"}, {"<![CDATA[", "]]>"}, {`"""`, `"""`}, {"'''", "'''"}} {
		switch {
		case strings.HasPrefix(s, mark[0]):
			return mark[1], len(mark[0]), yes
		case !final && strings.HasPrefix(mark[0], s):
			return "", 0, more
		}
	}
	switch s[0] {
	case '/':
		return startsComment(s, final)
	case '<':
		return startsElement(s, final)
	}
	return "", 0, no
}

// startsComment looks for a comment of C. The blank after its mark distinguishes it from a pattern of paths.
func startsComment(s string, final bool) (closing string, size int, v verdict) {
	for _, mark := range []string{"/*", "/**"} {
		switch {
		case !final && strings.HasPrefix(mark, s):
			return "", 0, more
		case strings.HasPrefix(s, mark) && (len(s) == len(mark) || isBlank(s[len(mark)])):
			return "*/", len(mark), yes
		}
	}
	return "", 0, no
}

// startsElement looks for the tag of an element that quotes.
func startsElement(s string, final bool) (closing string, size int, v verdict) {
	end := 1
	for end < len(s) && end < 16 && s[end]|0x20 >= 'a' && s[end]|0x20 <= 'z' {
		end++
	}
	name := strings.ToLower(s[1:end])
	for _, element := range quotingElements() {
		switch {
		case end == len(s) && !final && strings.HasPrefix(element, name):
			v = more
		case name == element && end < len(s) && (s[end] == '>' || s[end] == '=' || isBlank(s[end])):
			return "</" + name, end, yes
		}
	}
	return "", 0, v
}

// closesElement reports whether s starts with what closes an element.
func closesElement(s, closing string, final bool) verdict {
	n := min(len(s), len(closing))
	if !strings.EqualFold(s[:n], closing[:n]) {
		return no
	}
	if n < len(closing) {
		return moreIf(!final)
	}
	return yes
}

// isQuoteMark reports whether s starts with a quotation mark.
func isQuoteMark(s string) bool {
	return s[0] == '"' || s[0] == '\'' || strings.HasPrefix(s, "“")
}
