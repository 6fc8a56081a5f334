package notation

import "strings"

// protocolTags are the tags that open a call in any of the default dialects.
var protocolTags = gatherTags(DefaultDialects())

// Neutralize makes data safe to stand in a prompt: nothing in it can be taken for a call or a result when a model echoes it.
// The bracket of what looks like a tag is written as its JSON escape, \u003c or \u005b, and the underline in what looks like
// the head of a result as \u005f. In the arguments of a call, which are JSON, the escapes mean the original characters, so
// that a model can edit a file that holds them; elsewhere [Restore] undoes them.
func Neutralize(s string) string { return neutralize(s, true) }

// neutralizeJSON does the same in JSON, whose meaning stays as it is.
func neutralizeJSON(raw string) string { return neutralize(raw, false) }

// neutralize escapes the bytes that matter; where backslashes are plain text, also those that look like such an escape.
func neutralize(s string, plain bool) string {
	var b strings.Builder
	from := 0
	for i := strings.IndexAny(s, "<[\\_"); i >= 0; {
		if matters(s, i, plain) {
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

// matters says whether the byte at i must be escaped.
func matters(s string, i int, plain bool) bool {
	switch s[i] {
	case '\\':
		return plain && escapedByte(s[i:]) != 0
	case '_':
		return isResultWord(s, i)
	}
	return isTagLike(s[i:])
}

// isTagLike says whether s begins as a tag that means something to a parser, or that may be named as a tool is.
func isTagLike(s string) bool {
	s = s[:min(len(s), longestTag)]
	t, v := readTag(s, true)
	if v != yes {
		// What stands in the way of reading it may be a bracket that is escaped itself.
		return protocolTags.may(s, true) == yes
	}
	if _, _, v := protocolTags.find(s, true); v == yes {
		return true
	}
	if isFamily(t.Key) || t.Key == "toolresult" || isControl(t) {
		return true
	}
	return !t.Square && (strings.Contains(t.Name, "_") || oneOf(t.Key, []string{"bash", "read", "grep", "glob", "agent", "hover"}))
}

// isResultWord says whether the underline at i stands in PTK_RESULT, TOOL_RESULT or an error of that form.
func isResultWord(s string, i int) bool {
	before, after := strings.TrimRight(s[max(0, i-8):i], `\`), s[i+1:]
	return (strings.HasSuffix(before, "PTK") || strings.HasSuffix(before, "TOOL")) &&
		(strings.HasPrefix(after, "RESULT") || strings.HasPrefix(after, "ERROR"))
}

func jsonEscape(c byte) string {
	return `\u00` + string(hexDigits[c>>4]) + string(hexDigits[c&15])
}

// escapedByte gives the byte that one of Neutralize's escapes at the start of s stands for; 0 where there is none.
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

// Restore undoes [Neutralize].
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
