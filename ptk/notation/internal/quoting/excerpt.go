package quoting

import "strings"

// opensExcerpt reports whether the last line of a text begins an excerpt in a form whose end is not searched for: LaTeX,
// AsciiDoc, Org, a wiki, a here-document, a comment of some language, a mail. The text after it may be quoted.
func opensExcerpt(text string) bool {
	text = strings.TrimRight(text, " \t\r\n")
	line := strings.TrimSpace(text[strings.LastIndexByte(text, '\n')+1:])
	if line == "" {
		return false
	}
	folded := strings.ToLower(line)
	for _, mark := range excerptMarks() {
		if strings.HasPrefix(folded, mark) {
			return true
		}
	}
	for _, end := range []string{"[[", `#"`, `"""`, "'''", `„`, `‟`, " wrote:", " writes:", "::"} {
		if strings.HasSuffix(folded, end) {
			return true
		}
	}
	return isRule(line) || opensHereDocument(line) || isOpeningElement(line)
}

// excerptMarks returns the prefixes of lines that begin an excerpt, in lower case.
func excerptMarks() []string {
	return []string{
		`\begin{`, "#+begin", ".. ", ":::", "!!!", "{code", "{noformat", "{quote", "{panel", "[code", "[quote", "[source", "[listing",
		".nf", ".ex", "@example", "@verbatim", "@quotation", "=begin", "=pod", "=head", "{-", "(*", "{#", "{{!", "<%", "<#", "--[", "%%",
		"-----", "=====", "<<<<<<<", "|||||||", "+++ ", "--- ", "@@ ", "=== ", "==> ", "*** ", "##[", "::group", "subject: ",
	}
}

// isRule reports whether a line is a delimiter of AsciiDoc or the like: the same character at least four times.
func isRule(line string) bool {
	return len(line) >= 4 && strings.IndexByte("-.+=_*/~#%", line[0]) >= 0 && strings.Trim(line, line[:1]) == ""
}

// opensHereDocument reports whether a line of a shell ends with <<EOF.
func opensHereDocument(line string) bool {
	_, word, found := strings.Cut(line, "<<")
	word = strings.Trim(word, "-~<' \"\\")
	return found && word != "" && !strings.ContainsAny(word, " >:.")
}

// isOpeningElement reports whether a line contains the opening tag of an element and nothing else.
func isOpeningElement(line string) bool {
	if len(line) < 3 || line[0] != '<' || line[len(line)-1] != '>' || line[len(line)-2] == '/' {
		return false
	}
	c := line[1] | 0x20
	return 'a' <= c && c <= 'z' && strings.Count(line, "<") == 1
}
