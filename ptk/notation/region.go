package notation

import (
	"strings"

	"ptk-lsp/ptk/notation/internal/quoting"
)

// region is a call between tags that is being read. src starts with its opening tag.
type region struct {
	tag      Tag
	opener   *opener
	start    position // of the opening tag
	lex      lexer
	first    bool // nothing but blanks so far
	isXML    bool // the arguments are tags
	xml      xmlState
	stop     innerTag // the first closing tag inside a string
	reopened bool     // the tag before it closed nothing, so this one may be the closing tag
	context  quoting.Context
	exact    bool // all tags so far are spelled exactly
}

// passes is a fast check for a < or [ at s[0] that starts no tag with a meaning in the call, because the name is too short.
func (r *region) passes(s string) bool {
	if r.isXML || r.lex.depth == 0 && r.lex.valueEnd > 0 || len(s) < 2 || isBlank(s[1]) || s[1] == '/' || s[1] == '\\' {
		return false
	}
	shortest := min(len("ptkcall"), len(r.tag.Key))
	if end := r.opener.end; end != "" {
		shortest = min(shortest, len(end))
	}
	if r.lex.depth == 0 {
		shortest = len("arg")
	}
	end := nameEnd(s, 1)
	return end < len(s) && end-1 < shortest
}

// passTag continues after a tag that ends nothing.
func (r *region) passTag(src string, t Tag, v verdict, closing *closingTags) {
	if v == yes && r.lex.depth == 0 && r.lex.valueEnd == 0 && isParamTag(t) {
		r.lex.raw, r.isXML = true, true
		r.xmlTag(src, t, closing)
		return
	}
	r.lex.last = src[r.lex.pos]
	if r.lex.last == '[' {
		r.lex.openBracket(src, '[')
	}
	r.lex.pos++
}

// xmlTag reads a tag in a body of XML and reports whether it ends the call.
func (r *region) xmlTag(src string, t Tag, closing *closingTags) bool {
	r.xml.pos = r.lex.pos
	ends := r.xml.tag(src, t, r.tag.Key, closing)
	r.lex.pos, r.stop.at, r.stop.end = r.xml.pos, r.xml.stop.at, r.xml.stop.end
	return ends
}

// closes reports whether a tag outside strings ends the call.
func (r *region) closes(t Tag, closing *closingTags) bool {
	if !t.Closing {
		return r.closesByOpening(t)
	}
	same := t.Key == r.tag.Key
	switch {
	case same && t.Square == r.tag.Square && !t.open:
		return true
	case !same && !r.lex.started && oneOf(t.Key, nameTags):
		return false
	case closing.ends(t.Key):
		return true
	case t.Square != r.tag.Square || t.open:
		return false
	}
	return r.lex.depth == 0 && (r.lex.valueEnd > 0 || isNear(t.Key, r.tag.Key))
}

// closesByOpening reports whether an opening tag or a control token outside strings ends the call.
func (r *region) closesByOpening(t Tag) bool {
	if t.isControl() {
		return r.lex.depth == 0 && r.lex.valueEnd > 0
	}
	if t.Square != r.tag.Square {
		return false
	}
	return r.lex.started && (t.Key == r.tag.Key || t.Key == "ptkcall" || t.Key == "ptkbatch")
}

func isNear(a, b string) bool {
	return len(a) > 2 && distance(a[:min(len(a), 40)], b[:min(len(b), 40)]) <= 2
}

// tagInString notes the first closing tag inside a string, which ends the call only if the string never ends. It reports
// whether more of the message is needed.
func (r *region) tagInString(src string, final bool, closing *closingTags) (stop bool) {
	t, v := readTag(src[r.lex.pos:], final)
	if v == more {
		return true
	}
	if v == yes && r.stop.at == 0 && (t.Closing && (t.Key == r.tag.Key || closing.ends(t.Key)) || t.Key == r.opener.end) {
		r.stop = innerTag{r.lex.pos, r.lex.pos + t.size, r.lex.valueEnd}
	}
	r.lex.pos++
	return false
}

// isExactEnd reports whether a tag that ends the call is the one that belongs to its opening tag. raw is the tag as written.
func (r *region) isExactEnd(raw string, t Tag) bool {
	switch {
	case t.isControl(), !t.Closing && t.Key == r.tag.Key:
		return r.opener.unclosed
	case t.open || !t.Closing || t.Square != r.tag.Square || strings.ContainsAny(raw, " \t\r\n\\"):
		return false
	}
	return t.Key == r.tag.Key || r.opener.otherEnd != "" && t.Name == r.opener.otherEnd
}

// isExactCall reports whether the call is between exact tags at the start of a line; rest is the text after it.
func (r *region) isExactCall(closed bool, rest string) bool {
	return r.context == quoting.Plain && r.exact && (closed || r.opener.unclosed && isBlankText(rest))
}

// hasGuesses reports whether a repair changed more than how values are written that are complete, each with its beginning
// and end.
func hasGuesses(repaired []string) bool {
	for _, r := range repaired {
		switch r {
		case "trailing comma", "extra comma", "comment", "no-break space", "byte order mark", "Python literal", "number", "expression",
			"unquoted name", "= for a colon", "=> for a colon", "tuple", "single quotes", "curly quotes", "string prefix",
			"raw line break or control character in a string", "escaped underscore", "hexadecimal escape", "lone backslash",
			"code fence", "name before the arguments":
		default:
			return true
		}
	}
	return false
}
