package notation

import "regexp"

// tagLike finds what a parser could take for the start of a call.
var tagLike = regexp.MustCompile(`(?i)[<\[](\s*/?\s*(?:ptk|tool|function|invoke)[\w\s-]*)`)

// resultLike finds a line that looks like a result.
var resultLike = regexp.MustCompile(`(?m)^(\s*(?:PTK|TOOL))_((?:RESULT|ERROR)\b)`)

// Neutralize makes data safe to stand in a prompt: the bracket of whatever looks like a tag of a call is written as the
// JSON escape \u003c or \u005b, and the underline of a result line as \u005f. In the arguments of a call, which are JSON, the
// same escapes mean the original characters.
func Neutralize(s string) string {
	s = tagLike.ReplaceAllStringFunc(s, func(m string) string {
		if m[0] == '<' {
			return `\u003c` + m[1:]
		}
		return `\u005b` + m[1:]
	})
	return resultLike.ReplaceAllString(s, `${1}\u005f$2`)
}
