package mcp

import (
	"fmt"
	"io"
)

// maxValues is how many values one message of a server may have: each takes two bytes there, and a hundred times as much once
// it is decoded.
const maxValues = 1 << 18

// guard counts the values of JSON as it is read, and ends the reading where a message has more than it may.
type guard struct {
	io.ReadCloser
	frame string // what ends a message: a line feed, or for server-sent events two; "" where there is one alone

	values          int
	depth           int
	inside, escaped bool // of a string
	feeds           int  // line feeds in a row
}

// Read reads, and counts what it has read.
func (g *guard) Read(p []byte) (int, error) {
	n, err := g.ReadCloser.Read(p)
	for _, c := range p[:n] {
		if g.count(c); g.values > maxValues {
			return 0, fmt.Errorf("a message of it has more than %d values", maxValues)
		}
	}
	return n, err
}

// count takes one byte.
func (g *guard) count(c byte) {
	switch {
	case g.escaped:
		g.escaped = false
	case g.inside && c == '\\':
		g.escaped = true
	case c == '"':
		g.inside = !g.inside
	case c == '\n':
		g.inside = false // no string of JSON goes over a line's end
	case g.inside:
	case c == ',':
		g.values++
	case c == '{' || c == '[':
		g.depth++
	case c == '}' || c == ']':
		g.depth--
	}
	g.end(c)
}

// end begins anew behind a message.
func (g *guard) end(c byte) {
	switch {
	case c == '\n':
		g.feeds++
	case c != '\r':
		g.feeds = 0
	}
	whole := g.frame == "\n" && g.depth <= 0 && c == '\n' || g.frame == "\n\n" && g.feeds >= 2
	if whole {
		g.values, g.depth, g.inside, g.escaped = 0, 0, false, false
	}
}
