package chunk

import (
	"bytes"
	"strings"

	"ptk-lsp/workspace/index/words"
)

// maxHead is how many bytes of a line are parsed.
const maxHead = 300

// method recognizes definitions inside a class.
func method(line []byte) (name string, ok bool) {
	inner := bytes.TrimLeft(line, " \t")
	if len(line)-len(inner) > 4 {
		return "", false
	}
	for _, lead := range []string{
		"def ", "async def ", "fn ", "pub fn ", "pub(crate) fn ", "pub async fn ", "pub unsafe fn ", "pub const fn ", "async fn ",
		"unsafe fn ", "const fn ",
		"function ", "class ", "public ", "private ", "protected ", "static ",
	} {
		if rest, ok := bytes.CutPrefix(inner, []byte(lead)); ok {
			return declared(string(rest)), true
		}
	}
	return "", false
}

// declared returns the name before its parameters, type or value.
func declared(text string) string {
	if i := strings.IndexAny(text, "(=;{"); i >= 0 {
		text = text[:i]
	}
	text, _, _ = strings.Cut(text, ": ")
	text = strings.TrimRight(text, " \t\r\n:?!")
	if strings.HasSuffix(text, ">") {
		text, _, _ = strings.Cut(text, "<")
	}
	return lastWord(text)
}

// word returns the identifier at the beginning.
func word(s string) string {
	for i := range len(s) {
		if !words.IsLetter(s[i]) && !words.IsDigit(s[i]) {
			return s[:i]
		}
	}
	return s
}

// lastWord returns the identifier at the end.
func lastWord(s string) string {
	s = strings.TrimRight(s, " \t")
	for i := len(s); i > 0; i-- {
		if !words.IsLetter(s[i-1]) && !words.IsDigit(s[i-1]) {
			return s[i:]
		}
	}
	return s
}

// inClass recognizes a method of a class: name(…) {, indented once, with modifiers before the name and a type after the
// parameters.
func inClass(line []byte) (name string, ok bool) {
	text := strings.TrimRight(string(line[:min(len(line), maxHead)]), " \t\r\n")
	inner := strings.TrimLeft(text, " \t")
	if indent := len(text) - len(inner); indent == 0 || indent > 4 || !strings.HasSuffix(inner, "{") {
		return "", false
	}
	open := strings.IndexByte(inner, '(')
	if open <= 0 || strings.Count(inner, "(") != strings.Count(inner, ")") || strings.Contains(inner[:open], "=") ||
		strings.Contains(inner, "=>") {
		return "", false
	}
	head, _, _ := strings.Cut(inner[:open], "<")
	heads := strings.Fields(head)
	if len(heads) == 0 {
		return "", false
	}
	name = strings.Trim(heads[len(heads)-1], "*#")
	if name == "" || word(name) != name {
		return "", false
	}
	for _, w := range heads {
		switch strings.TrimLeft(w, "*") {
		case "if", "for", "while", "switch", "catch", "return", "function", "new", "await", "else", "do", "try", "with", "using", "lock",
			"foreach", "synchronized", "throw", "yield", "typeof", "case":
			return "", false
		}
	}
	return name, true
}
