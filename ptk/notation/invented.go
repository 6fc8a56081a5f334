package notation

import "strings"

// invented drops a result that the model wrote itself, and all after it.
func (p *Parser) invented() {
	p.settled = true
	p.out.Warnings = append(p.out.Warnings, Warning{
		Code:    "invented_result",
		Message: "The model wrote a tool's result itself; it and what follows was left out.",
	})
	p.mode, p.done = modeDropped, true
}

// resultLine says whether s, the start of a line, is a result such as the formatter writes: PTK_RESULT 1/2 read_file: …
func resultLine(s string, final bool) verdict {
	s = strings.TrimLeft(s, "*")
	if len(s) < 5 && !final && (strings.HasPrefix("PTK_", s) || strings.HasPrefix("TOOL_", s)) {
		return more
	}
	for _, word := range []string{"PTK_RESULT", "TOOL_RESULT", `PTK\_RESULT`, `TOOL\_RESULT`} {
		if rest, found := strings.CutPrefix(s, word); found {
			return resultHead(rest, final)
		}
		if !final && strings.HasPrefix(word, s) {
			return more
		}
	}
	return no
}

// resultHead reads what stands between the word and the colon: stars, or a number and a name.
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
