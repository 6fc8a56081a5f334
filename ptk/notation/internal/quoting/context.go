// Package quoting finds out whether text in a Markdown message is quoted, from the prose before it.
package quoting

import "strings"

// Context is what surrounds a position in a message.
type Context int

// The contexts. A larger one allows less.
const (
	// Plain is the start of a line of the message itself.
	Plain Context = iota
	// Inline is the middle of a line, or a position whose context is unknown.
	Inline
	// Quoted is the inside of a quotation, a comment, code, an item of a list, or the like.
	Quoted
)

// After returns the context at the end of a text. If whole is false, more text precedes it.
func After(text string, whole bool) Context {
	from := strings.LastIndexByte(text, '\n') + 1
	line := text[from:]
	if from == 0 && !whole {
		return Inline
	}
	block := blockStart(text, from)
	switch {
	case isQuotingLine(line), openQuote(text[block:], anyQuotes), block == from && opensAtEnd(text[:block]):
		return Quoted
	case strings.TrimLeft(line, " \t") != "", line != "" && !isBlankText(text), isBlockQuote(text[block:from]):
		return Inline
	case block == 0 && !whole, block > 0 && openQuote(text, pairedQuotes), opensExcerpt(text[:from]):
		return Inline
	}
	return Plain
}

// opensAtEnd reports whether a text ends with a mark that opens a quotation, which continues after an empty line.
func opensAtEnd(text string) bool {
	text = strings.TrimRight(text, " \t\r\n")
	if !strings.HasSuffix(text, `"`) && !strings.HasSuffix(text, "'") {
		return false
	}
	return openQuote(text[blockStart(text, strings.LastIndexByte(text, '\n')+1):], anyQuotes)
}

// isBlockQuote reports whether the last line of a paragraph is in a block quote, which the next line may continue.
func isBlockQuote(paragraph string) bool {
	line := strings.TrimSuffix(paragraph, "\n")
	return strings.HasPrefix(strings.TrimLeft(line[strings.LastIndexByte(line, '\n')+1:], " "), ">")
}

// blockStart returns the start of the paragraph that contains the line at from.
func blockStart(text string, from int) int {
	start := 0
	for i := 0; i < from; {
		end := i + strings.IndexByte(text[i:from], '\n') + 1
		if endsBlock(text[i:end]) {
			start = end
		}
		i = end
	}
	return start
}

// endsBlock reports whether a line ends a paragraph: an empty line, also in a block quote, or the marks of a fence.
func endsBlock(line string) bool {
	for i := range len(line) {
		switch line[i] {
		case ' ', '\t', '\r', '>':
		case '`', '~':
			return strings.HasPrefix(line[i:], "```") || strings.HasPrefix(line[i:], "~~~")
		default:
			return line[i] == '\n'
		}
	}
	return true
}

// isQuotingLine reports whether the start of a line shows that the rest of it is quoted: it is in a block quote, an
// indented block of code, a comment, a table, a list or a diff, or it follows a line number.
func isQuotingLine(line string) bool {
	rest := strings.TrimLeft(line, " \t")
	switch {
	case columns(line[:len(line)-len(rest)]) >= codeIndent:
		return true
	case rest == "":
		return false
	case strings.IndexByte(">|#+-", rest[0]) >= 0, startsNumbered(rest), startsLettered(rest), startsPlace(rest):
		return true
	}
	for _, mark := range quotingMarks() {
		if behind, found := strings.CutPrefix(rest, mark); found && (behind == "" || isBlank(behind[0]) || mark[0] == '/') {
			return true
		}
	}
	plain := withoutCode(rest)
	return hasCell(plain) || hasComment(plain)
}

// codeIndent is the indent of code in Markdown, in columns.
const codeIndent = 4

// columns returns the width of blanks.
func columns(blanks string) int {
	n := 0
	for i := range len(blanks) {
		if n++; blanks[i] == '\t' {
			n += codeIndent - 1
		}
	}
	return n
}

// quotingMarks returns the marks that begin quoted lines if a blank follows them: those of lists, comments and prompts.
func quotingMarks() []string {
	return []string{
		"*", "•", "◦", "▪", "‣", "·", "●", "○", "■", "□", "–", "—", "→", "⇒", "►", "▶", "☐", "☑", "✓", "✔",
		"//", "/*", "/**", ";", ";;", "%", "%%", "$", "(*", "{-", "{#", "{{!", "::", "REM", "rem", "'''", `"""`,
	}
}

// startsNumbered reports whether a line starts with a number as in a list, a listing or a search: 1. 12) 12: 12| (3) [4].
func startsNumbered(s string) bool {
	open := s[0] == '(' || s[0] == '['
	if open {
		s = s[1:]
	}
	rest := strings.TrimLeft(s, "0123456789")
	switch {
	case len(rest) == len(s):
		return false
	case open:
		return rest != "" && (rest[0] == ')' || rest[0] == ']')
	case rest == "" || isBlankText(rest) || rest[0] == '\t' || strings.HasPrefix(rest, "  "):
		return true
	}
	behind := strings.TrimLeft(rest, " ")
	if strings.IndexByte(".)", rest[0]) >= 0 {
		return len(rest) == 1 || isBlank(rest[1])
	}
	return strings.IndexByte(":|-", behind[0]) >= 0 || strings.HasPrefix(behind, "→") || strings.HasPrefix(behind, "│")
}

// startsLettered reports whether a line starts with a letter or a Roman number as in a list: a) b. iv.
func startsLettered(s string) bool {
	end := strings.IndexAny(s, ".)")
	if end < 1 || end > 5 || end+1 < len(s) && !isBlank(s[end+1]) {
		return false
	}
	word := strings.TrimPrefix(s[:end], "(")
	return len(word) == 1 && isWord(word[0]) || word != "" && strings.Trim(word, "ivxIVX") == ""
}

// startsPlace reports whether a line starts with a file and a line number, as in the output of grep: a.go:12: a.go-12-.
func startsPlace(s string) bool {
	word := s
	if end := strings.IndexAny(s, " \t"); end >= 0 {
		word = s[:end]
	}
	for i := 1; i < len(word); i++ {
		if word[i] != ':' && word[i] != '-' {
			continue
		}
		rest := strings.TrimLeft(word[i+1:], "0123456789")
		if rest != "" && len(rest) < len(word)-i-1 && (rest[0] == ':' || rest[0] == '-') {
			return true
		}
	}
	return false
}

// withoutCode removes the inline code from a line.
func withoutCode(line string) string {
	var b strings.Builder
	for {
		i := strings.IndexByte(line, '`')
		if i < 0 {
			return b.String() + line
		}
		n := len(line[i:]) - len(strings.TrimLeft(line[i:], "`"))
		end := strings.Index(line[i+n:], line[i:i+n])
		if end < 0 {
			return b.String() + line
		}
		b.WriteString(line[:i])
		line = line[i+n+end+n:]
	}
}

// hasCell reports whether a bar in a line separates cells of a table.
func hasCell(line string) bool {
	for i := range len(line) {
		if line[i] != '|' || i > 0 && line[i-1] == '<' {
			continue
		}
		if i+1 == len(line) || isBlank(line[i+1]) && (i == 0 || isBlank(line[i-1])) {
			return true
		}
	}
	return false
}

// hasComment reports whether a comment starts in a line and does not end in it.
func hasComment(line string) bool {
	for _, mark := range []string{"//", "#"} {
		for at := 0; ; at += len(mark) {
			i := strings.Index(line[at:], mark)
			if i < 0 {
				break
			}
			at += i
			behind := line[at+len(mark):]
			if at > 0 && isBlank(line[at-1]) && (behind == "" || isBlank(behind[0])) {
				return true
			}
		}
	}
	return strings.LastIndex(line, "/*") > strings.LastIndex(line, "*/")
}

func isBlank(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }

func isBlankText(s string) bool { return strings.TrimSpace(s) == "" }

func isWord(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == '_' || c >= 0x80
}
