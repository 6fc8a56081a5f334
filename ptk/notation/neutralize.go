package notation

import "strings"

// Neutralize makes data safe in a prompt: if a model repeats it, nothing in it is read as a call or a result. The bracket of
// a possible tag is replaced by its JSON escape, \u003c or \u005b, and the underscore in the head of a possible result by
// \u005f. In the arguments of a call, which are JSON, the escapes mean the original characters, so that a model can edit a
// file that contains them. Elsewhere [Restore] reverts them.
func Neutralize(s string) string { return neutralize(s, true) }

// neutralizeJSON does the same in JSON, whose meaning does not change.
func neutralizeJSON(raw string) string { return neutralize(raw, false) }

// neutralize escapes the bytes that matter; in plain text also the backslashes of what looks like such an escape.
func neutralize(s string, plain bool) string {
	var b strings.Builder
	from, tags := 0, defaultTags()
	for i := strings.IndexAny(s, "<[\\_"); i >= 0; {
		if matters(s, i, plain, tags) {
			b.WriteString(s[from:i])
			b.WriteString(jsonEscape(s[i]))
			from = i + 1
		}
		next := strings.IndexAny(s[i+1:], "<[\\_")
		if next < 0 {
			break
		}
		i += 1 + next
	}
	if from == 0 {
		return s
	}
	b.WriteString(s[from:])
	return b.String()
}

// matters reports whether the byte at i must be escaped.
func matters(s string, i int, plain bool, tags *tagTable) bool {
	switch s[i] {
	case '\\':
		return plain && escapedByte(s[i:]) != 0
	case '_':
		return isResultWord(s, i)
	}
	return isTagLike(s[i:], tags)
}

// isTagLike reports whether s begins with a tag that has a meaning for a parser, or that may be named as a tool.
func isTagLike(s string, tags *tagTable) bool {
	s = s[:min(len(s), longestTag)]
	t, v := readTag(s, true)
	if v != yes {
		return tags.may(s, true) == yes // the bracket that makes the tag unreadable may be escaped itself
	}
	if _, _, v := tags.find(s, true); v == yes {
		return true
	}
	if tags.closing.ends(t.Key) || t.Key == "toolresult" || t.isControl() {
		return true
	}
	return !t.Square && (strings.Contains(t.Name, "_") || oneOf(t.Key, []string{"bash", "read", "grep", "glob", "agent", "hover"}))
}

// isResultWord reports whether the underscore at i is that of PTK_RESULT, TOOL_RESULT or an error of that form.
func isResultWord(s string, i int) bool {
	before, after := strings.TrimRight(s[max(0, i-8):i], `\`), s[i+1:]
	return (strings.HasSuffix(before, "PTK") || strings.HasSuffix(before, "TOOL")) &&
		(strings.HasPrefix(after, "RESULT") || strings.HasPrefix(after, "ERROR"))
}

func jsonEscape(c byte) string {
	return `\u00` + string(hexDigits[c>>4]) + string(hexDigits[c&15])
}

// escapedByte returns the byte that is escaped at the start of s as Neutralize does, 0 if none is.
func escapedByte(s string) byte {
	if len(s) < 6 || s[:4] != `\u00` {
		return 0
	}
	switch strings.ToLower(s[4:6]) {
	case "3c":
		return '<'
	case "5b":
		return '['
	case "5c":
		return '\\'
	case "5f":
		return '_'
	}
	return 0
}

// Restore reverts [Neutralize].
func Restore(s string) string {
	if !strings.Contains(s, `\u00`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		if c := escapedByte(s[i:]); c != 0 {
			b.WriteByte(c)
			i += 6
			continue
		}
		b.WriteByte(s[i])
		i++
	}
	return b.String()
}
