package notation

import "strings"

// frame is what stands round the place at which a call begins.
type frame int

const (
	frameNone   frame = iota // nothing: the call begins a line
	frameMiddle              // it stands in a line, or it can't be told what it stands in
	frameQuoted              // a quotation, a comment, code, an item of a list, or the like: the call is text
)

// said are the last bytes that were given out as prose, from which the frame of a call is told.
type said struct {
	text *[2 * mostSaid]byte
	n    int // bytes in text
	from int // where the text since the last call starts; below 0 where that is no longer there
}

// mostSaid is how many bytes of prose before a call are looked at.
const mostSaid = 2048

// add notes prose.
func (s *said) add(piece string) {
	if s.text == nil || len(piece) > len(s.text)-s.n {
		s.shift(piece)
		return
	}
	s.n += copy(s.text[s.n:], piece)
}

// addPlain notes a piece that holds nothing but prose whatever follows; false where it may hold more, or there is no room for it.
func (s *said) addPlain(piece string) bool {
	if s.text == nil || len(piece) > len(s.text)-s.n {
		return false
	}
	to := s.text[s.n : s.n+len(piece)]
	for i := range to {
		c := piece[i]
		if special[c] {
			return false
		}
		to[i] = c
	}
	s.n += len(piece)
	return true
}

// shift makes room for a piece and notes it.
func (s *said) shift(piece string) {
	if s.text == nil {
		s.text = new([2 * mostSaid]byte)
	}
	cut := max(0, len(piece)-mostSaid)
	keep := min(s.n, mostSaid-(len(piece)-cut))
	s.from -= s.n - keep + cut
	s.n = copy(s.text[:], s.text[s.n-keep:s.n])
	s.n += copy(s.text[s.n:], piece[cut:])
}

// restart forgets all that was said.
func (s *said) restart() { s.from = s.n }

// fresh is how much was said since the last call.
func (s *said) fresh() int { return s.n - s.from }

// last gives the last n bytes.
func (s *said) last(n int) string {
	if n == 0 {
		return ""
	}
	return string(s.text[s.n-n : s.n])
}

// frameHere tells the frame of a call that begins at the start of src.
func (p *Parser) frameHere() frame {
	if p.after { // it follows another one
		return p.frame
	}
	f := frameMiddle
	switch n := min(p.said.fresh(), mostSaid); {
	case p.mayLook(n):
		f = frameOf(p.said.last(n), n == p.said.fresh())
	case p.seen == frameQuoted:
		f = frameQuoted
	}
	p.seen = f
	if p.unsure {
		f = max(f, frameMiddle)
	}
	return f
}

// mayLook says whether n bytes of prose may be looked at, to keep the work in proportion to the message.
func (p *Parser) mayLook(n int) bool {
	if p.looked+n > p.at.off+1<<16 {
		return false
	}
	p.looked += n
	return true
}

// frameOf tells the frame of a call behind a text, which is all that stands before it where whole is true.
func frameOf(text string, whole bool) frame {
	from := strings.LastIndexByte(text, '\n') + 1
	line := text[from:]
	if from == 0 && !whole {
		return frameMiddle
	}
	block := blockStart(text, from)
	switch {
	case isQuotingLine(line), openQuote(text[block:], anyQuotes), block == from && opensAtEnd(text[:block]):
		return frameQuoted
	case strings.TrimLeft(line, " \t") != "", line != "" && !isBlankText(text), isBlockQuote(text[block:from]):
		return frameMiddle
	case block == 0 && !whole, block > 0 && openQuote(text, pairedQuotes), opensExcerpt(text[:from]):
		return frameMiddle
	}
	return frameNone
}

// opensAtEnd says whether a text ends with a mark that opens a quotation, which goes on behind an empty line.
func opensAtEnd(text string) bool {
	text = strings.TrimRight(text, " \t\r\n")
	if !strings.HasSuffix(text, `"`) && !strings.HasSuffix(text, "'") {
		return false
	}
	return openQuote(text[blockStart(text, strings.LastIndexByte(text, '\n')+1):], anyQuotes)
}

// isBlockQuote says whether the last line of a paragraph stands in a block quote, which the next one may go on with.
func isBlockQuote(paragraph string) bool {
	line := strings.TrimSuffix(paragraph, "\n")
	return strings.HasPrefix(strings.TrimLeft(line[strings.LastIndexByte(line, '\n')+1:], " "), ">")
}

// blockStart gives where the paragraph starts that the line at from belongs to.
func blockStart(text string, from int) int {
	start := 0
	for i := 0; i < from; {
		end := i + strings.IndexByte(text[i:from], '\n') + 1
		if partsBlocks(text[i:end]) {
			start = end
		}
		i = end
	}
	return start
}

// partsBlocks says whether a line ends a paragraph: an empty one, also in a block quote, or the marks of a fence.
func partsBlocks(line string) bool {
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

// isQuotingLine says whether the start of a line shows that what follows on it is quoted, as it stands there: in a block
// quote, an indented block of code, a comment, a table, a list, a diff, or behind a line's number.
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

// codeIndent is how many columns code is indented in Markdown.
const codeIndent = 4

// columns is how wide blanks are.
func columns(blanks string) int {
	n := 0
	for i := range len(blanks) {
		if n++; blanks[i] == '\t' {
			n += codeIndent - 1
		}
	}
	return n
}

// quotingMarks are what may stand at the start of a line before what is quoted, with a blank behind it: marks of lists, of
// comments and of prompts.
func quotingMarks() []string {
	return []string{
		"*", "•", "◦", "▪", "‣", "·", "●", "○", "■", "□", "–", "—", "→", "⇒", "►", "▶", "☐", "☑", "✓", "✔",
		"//", "/*", "/**", ";", ";;", "%", "%%", "$", "(*", "{-", "{#", "{{!", "::", "REM", "rem", "'''", `"""`,
	}
}

// startsNumbered says whether a line starts with a number as a list, a listing or a search has it: 1. 12) 12: 12| (3) [4].
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

// startsLettered says whether a line starts with a letter or a Roman number as a list has it: a) b. iv.
func startsLettered(s string) bool {
	end := strings.IndexAny(s, ".)")
	if end < 1 || end > 5 || end+1 < len(s) && !isBlank(s[end+1]) {
		return false
	}
	word := strings.TrimPrefix(s[:end], "(")
	return len(word) == 1 && isWord(word[0]) || word != "" && strings.Trim(word, "ivxIVX") == ""
}

// startsPlace says whether a line starts with a file and the number of a line, as searches have them: a.go:12: a.go-12-.
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

// withoutCode leaves the inline code of a line out.
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

// hasCell says whether a bar in a line parts cells of a table.
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

// hasComment says whether a comment starts in a line and does not end in it.
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
