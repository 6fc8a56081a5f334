package notation

import "strings"

// resultWords returns the words with which the formatter begins results. A result in a message was made up by the model.
func resultWords() []string {
	return []string{"PTK_RESULT", "TOOL_RESULT", `PTK\_RESULT`, `TOOL\_RESULT`}
}

// mayBeResult reports whether a result line may begin with a byte.
func mayBeResult(c byte) bool { return c == 'P' || c == 'T' || c == '*' }

// resultLine reports whether s, the start of a line, is a result as the formatter writes it: PTK_RESULT 1/2 read_file: …
func resultLine(s string, final bool) verdict {
	s = strings.TrimLeft(s, "*")
	if len(s) < 5 && !final && (strings.HasPrefix("PTK_", s) || strings.HasPrefix("TOOL_", s)) {
		return more
	}
	for _, word := range resultWords() {
		if rest, found := strings.CutPrefix(s, word); found {
			return resultHead(rest, final)
		}
		if !final && strings.HasPrefix(word, s) {
			return more
		}
	}
	return no
}

// resultHead reads the text between the word and the colon: asterisks, or a number and a name.
func resultHead(s string, final bool) verdict {
	for i := range len(s) {
		switch c := s[i]; {
		case c == ':':
			return yes
		case i > 100 || c == '\n', i == 1 && s[0] == ' ' && (c < '0' || c > '9'), i == 0 && c != ' ' && c != '*':
			return no
		}
	}
	return moreIf(!final && len(s) <= 100)
}
