package mcp

import (
	"fmt"
	"io"
)

// Limits of one message of a server. A value takes two bytes in the message, and a hundred times as much once it is decoded.
const (
	maxMessage = 16 << 20 // bytes
	maxValues  = 1 << 18
)

// guard counts the JSON values that are read, and fails if a message has more than [maxValues].
type guard struct {
	io.ReadCloser
	frame string // what ends a message: a line feed, or two for server-sent events; "" if there is only one message

	values          int
	depth           int
	inside, escaped bool // in a string, after a backslash
	feeds           int  // line feeds in a row
}

// Read implements [io.Reader].
func (g *guard) Read(p []byte) (int, error) {
	n, err := g.ReadCloser.Read(p)
	for _, c := range p[:n] {
		if g.count(c); g.values > maxValues {
			return 0, fmt.Errorf("a message has more than %d values", maxValues)
		}
	}
	return n, err
}

// count counts one byte.
func (g *guard) count(c byte) {
	switch {
	case g.escaped:
		g.escaped = false
	case g.inside && c == '\\':
		g.escaped = true
	case c == '"':
		g.inside = !g.inside
	case c == '\n':
		g.inside = false // JSON strings end before the line does
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

// end resets the counts at the end of a message.
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
