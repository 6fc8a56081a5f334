package index

import "bytes"

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
// In languages of classes methods are definitions too; see [syntax].
func chunks(rel string, text []byte) []chunk {
	var out []chunk
	c := cutter{number: 1, syntax: syntaxOf(rel)}
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
	syntax
	number  int // of the next line
	start   int // of the first line of text
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
	name, defines := c.definition(line)
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
	if lead := c.leads(line); defines || lead && line[0] != ' ' && line[0] != '\t' {
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
