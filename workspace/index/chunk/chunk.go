// Package chunk cuts source files into the pieces that a search finds: before definitions, by what formatters leave of a
// language's syntax rather than by a parser. Start at [Split].
package chunk

import "bytes"

// Chunk is a piece of a file that is found as a whole.
type Chunk struct {
	Start, End int // lines, counted from 1, both included
	Text       []byte
	Title      []byte   // the lines that define something, and the comments above them
	Symbols    []string // the names that are defined in it
}

// A chunk ends before a definition if it has enough lines, and after maxLines.
const (
	minLines = 10
	maxLines = 60
	maxChunk = 8 << 10 // bytes; what is longer is cut there, as in files of one line
)

// Split cuts the text of a file before its definitions: lines that are not indented and begin with a word, with the comment above
// them. Code that a formatter has formatted is cut as by a parser, in a fortieth of the time.
// In languages with classes methods are definitions too; see [Syntax].
func Split(rel string, text []byte) []Chunk {
	var out []Chunk
	c := cutter{number: 1, Syntax: SyntaxOf(rel)}
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

// cutter collects lines until they are a chunk.
type cutter struct {
	Syntax
	number  int // of the next line
	start   int // of the first line of text
	text    []byte
	title   []byte
	symbols []string
	// head is the offset in text at which the next definition begins, with its comment: after the last line that is neither
	// comment nor blank. headLine is its line.
	head, headLine int
	titled         int // length of the part of title that belongs before head
}

// line adds the next line and returns the chunk that ends before it, if one does.
func (c *cutter) line(line []byte) (done Chunk, ok bool) {
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

// take removes and returns the first n bytes of the text, which end with a line.
func (c *cutter) take(n, last int) Chunk {
	if n == len(c.text) {
		c.titled = len(c.title)
	}
	out := Chunk{Start: c.start, End: last, Text: bytes.Clone(c.text[:n]), Title: bytes.Clone(c.title[:c.titled]), Symbols: c.symbols}
	c.text = append(c.text[:0], c.text[n:]...)
	c.title = append(c.title[:0], c.title[c.titled:]...)
	c.start, c.symbols, c.head, c.titled = last+1, nil, 0, 0
	return out
}
