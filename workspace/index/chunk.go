package index

import (
	"bytes"
	"path"
	"strings"
)

// chunk is a piece of a file that is found as one.
type chunk struct {
	start, end int // lines, counted from 1, both included
	text       []byte
	title      []byte   // the lines that define, and the comments above them
	symbols    []string // the names that are defined in it
}

// A chunk ends before a definition, where it has lines enough, and where it has too many.
const (
	minLines = 10
	maxLines = 60
	maxChunk = 8 << 10 // bytes; what is longer is cut there, as in files of one line
)

// chunks cuts a text at its definitions: lines that are not indented and begin with a word, with the comment above them.
// That is what gofmt and the other formatters leave for a parser to find, and a fortieth of its work.
// In languages of classes methods are definitions too.
func chunks(rel string, text []byte) []chunk {
	var out []chunk
	c := cutter{number: 1, classes: classes(rel)}
	for len(text) > 0 {
		end := bytes.IndexByte(text, '\n') + 1
		if end == 0 {
			end = len(text)
		}
		line := text[:min(end, maxChunk)]
		if done, ok := c.line(line); ok {
			out = append(out, done)
		}
		text = text[end:]
	}
	if len(bytes.TrimSpace(c.text)) > 0 {
		out = append(out, c.take(len(c.text), c.number-1))
	}
	return out
}

// cutter gathers lines until they are a chunk.
type cutter struct {
	number  int  // of the next line
	classes bool // methods stand in classes
	start   int  // of the first line of text
	text    []byte
	title   []byte
	symbols []string
	// head is where in text a definition that comes next begins, with its comment: after the last line that is neither
	// comment nor blank. headLine is the line there.
	head, headLine int
	titled         int // how much of title belongs before head
}

// line takes the next line and gives the chunk that ends before it, if one does.
func (c *cutter) line(line []byte) (done chunk, ok bool) {
	name, defines := "", false
	if c.classes {
		name, defines = inClass(line)
	}
	if !defines {
		name, defines = definition(line)
	}
	full := c.number-c.start >= maxLines || len(c.text)+len(line) > maxChunk
	switch {
	case len(c.text) == 0:
	case defines && c.head > 0 && c.headLine-c.start >= minLines, full && c.head > len(c.text)/2:
		done, ok = c.take(c.head, c.headLine-1), true
	case full:
		done, ok = c.take(len(c.text), c.number-1), true
	}
	if len(c.text) == 0 {
		c.start, c.head = c.number, 0
	}
	c.text = append(c.text, line...)
	c.number++
	if lead := leads(line); defines || lead && line[0] != ' ' && line[0] != '\t' {
		c.title = append(c.title, line...)
		if lead && !defines {
			return done, ok
		}
	} else if lead {
		return done, ok
	} else {
		c.title = c.title[:c.titled]
	}
	if name != "" {
		c.symbols = append(c.symbols, name)
	}
	c.head, c.headLine, c.titled = len(c.text), c.number, len(c.title)
	return done, ok
}

// take gives the first n bytes of the text, which end with a line.
func (c *cutter) take(n, last int) chunk {
	if n == len(c.text) {
		c.titled = len(c.title)
	}
	out := chunk{start: c.start, end: last, text: bytes.Clone(c.text[:n]), title: bytes.Clone(c.title[:c.titled]), symbols: c.symbols}
	c.text = append(c.text[:0], c.text[n:]...)
	c.title = append(c.title[:0], c.title[c.titled:]...)
	c.start, c.symbols, c.head, c.titled = last+1, nil, 0, 0
	return out
}

// leads is true for what stands above a definition and belongs to it: comments, decorators and blank lines.
func leads(line []byte) bool {
	line = bytes.TrimSpace(line)
	if len(line) == 0 {
		return true
	}
	for _, mark := range []string{"//", "#", "/*", "*", "--", "@", "\"\"\"", ";;"} {
		if bytes.HasPrefix(line, []byte(mark)) {
			return true
		}
	}
	return false
}

// definition tells whether a line begins a definition, and the name that it defines where it can be seen.
func definition(line []byte) (name string, ok bool) {
	if len(line) == 0 || !isLetter(line[0]) {
		return method(line)
	}
	text := string(bytes.TrimRight(line[:min(len(line), 300)], " \t\r\n{"))
	if strings.HasPrefix(text, "func (") {
		_, text, _ = strings.Cut(text, ")")
		return word(strings.TrimSpace(text)), true
	}
	for {
		first, rest, more := strings.Cut(text, " ")
		if !more {
			break
		}
		switch first {
		case "struct", "union", "enum", "class":
			if strings.HasSuffix(text, ";") && !strings.ContainsAny(text, "{=") {
				return "", false // it is only named
			}
			return word(strings.TrimLeft(rest, "*& (")), true
		case "func", "type", "def", "fn", "interface", "trait", "impl", "function", "var", "const", "let", "module", "mod",
			"namespace", "typedef", "macro", "protocol", "extension", "object", "record", "sub", "proc", "package":
			return word(strings.TrimLeft(rest, "*& (")), true
		case "export", "default", "pub", "pub(crate)", "public", "private", "protected", "static", "async", "abstract", "final", "extern", "inline",
			"unsafe", "declare", "readonly", "sealed", "override", "open", "internal", "virtual":
			text = rest
			continue
		case "import", "return", "from", "use", "using", "include", "else", "end", "case", "if", "for", "while", "switch", "goto":
			return "", false
		}
		break
	}
	if open := strings.IndexByte(text, '('); open > 0 && !strings.HasSuffix(text, ";") && !strings.Contains(text[:open], "=") {
		return lastWord(text[:open]), true
	}
	return "", false
}

// method sees the definitions that stand inside a class.
func method(line []byte) (name string, ok bool) {
	inner := bytes.TrimLeft(line, " \t")
	if len(line)-len(inner) > 4 {
		return "", false
	}
	for _, lead := range []string{"def ", "async def ", "fn ", "pub fn ", "function ", "class ", "public ", "private ", "protected ", "static "} {
		if rest, ok := bytes.CutPrefix(inner, []byte(lead)); ok {
			before, _, _ := strings.Cut(string(rest), "(")
			return lastWord(before), true
		}
	}
	return "", false
}

// word gives the identifier at the beginning.
func word(s string) string {
	for i := range len(s) {
		if !isLetter(s[i]) && !isDigit(s[i]) {
			return s[:i]
		}
	}
	return s
}

// lastWord gives the identifier at the end.
func lastWord(s string) string {
	s = strings.TrimRight(s, " \t")
	for i := len(s); i > 0; i-- {
		if !isLetter(s[i-1]) && !isDigit(s[i-1]) {
			return s[i:]
		}
	}
	return s
}

// classes is true for files of languages in which methods are written name(…) { within a class.
func classes(rel string) bool {
	switch strings.ToLower(path.Ext(rel)) {
	case ".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".vue", ".svelte", ".java", ".cs", ".dart":
		return true
	}
	return false
}

// inClass sees a method of a class: name(…) {, indented once, with what may stand before the name and between ) and {.
func inClass(line []byte) (name string, ok bool) {
	text := strings.TrimRight(string(line[:min(len(line), 300)]), " \t\r\n")
	inner := strings.TrimLeft(text, " \t")
	if indent := len(text) - len(inner); indent == 0 || indent > 4 || !strings.HasSuffix(inner, "{") {
		return "", false
	}
	open := strings.IndexByte(inner, '(')
	if open <= 0 || strings.Count(inner, "(") != strings.Count(inner, ")") || strings.Contains(inner[:open], "=") || strings.Contains(inner, "=>") {
		return "", false
	}
	head, _, _ := strings.Cut(inner[:open], "<")
	words := strings.Fields(head)
	if len(words) == 0 {
		return "", false
	}
	name = strings.Trim(words[len(words)-1], "*#")
	if name == "" || word(name) != name {
		return "", false
	}
	for _, w := range words {
		switch strings.TrimLeft(w, "*") {
		case "if", "for", "while", "switch", "catch", "return", "function", "new", "await", "else", "do", "try", "with", "using", "lock", "foreach", "synchronized", "throw", "yield", "typeof", "case":
			return "", false
		}
	}
	return name, true
}
