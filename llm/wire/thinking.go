package wire

import "strings"

const (
	thinkOpen  = "<think>"
	thinkClose = "</think>"
	maxHeld    = 4 << 10 // bytes of white space before a tag
)

// Thinking separates reasoning from the answer for servers that leave it in the text, as <think>…</think> at the beginning.
type Thinking struct {
	state thinkState
	held  string // what may be part of a tag
}

type thinkState int

const (
	thinkUnknown thinkState = iota // only white space so far, or the beginning of a tag
	thinkInside
	thinkOver
)

// Over reports whether no more reasoning can come.
func (t *Thinking) Over() bool { return t.state == thinkOver }

// Split splits the next piece into reasoning and text; what may be part of a tag is held back.
func (t *Thinking) Split(piece string) (thought, text string) {
	if t.state == thinkOver {
		return "", piece
	}
	t.held += piece
	if t.state == thinkUnknown {
		begin := strings.TrimLeft(t.held, " \t\r\n")
		switch rest, opened := strings.CutPrefix(begin, thinkOpen); {
		case opened:
			t.state, t.held = thinkInside, rest
		case strings.HasPrefix(thinkOpen, begin) && len(t.held) < maxHeld:
			return "", ""
		default:
			return "", t.Rest()
		}
	}
	if before, after, closed := strings.Cut(t.held, thinkClose); closed {
		t.held = strings.TrimLeft(after, "\r\n")
		return before, t.Rest()
	}
	keep := partOf(thinkClose, t.held)
	thought, t.held = t.held[:len(t.held)-keep], t.held[len(t.held)-keep:]
	return thought, ""
}

// Rest ends the reasoning and returns what was held back.
func (t *Thinking) Rest() string {
	held := t.held
	t.state, t.held = thinkOver, ""
	return held
}

// partOf returns the length of the longest suffix of text that is a prefix of tag.
func partOf(tag, text string) int {
	for n := min(len(tag)-1, len(text)); n > 0; n-- {
		if strings.HasPrefix(tag, text[len(text)-n:]) {
			return n
		}
	}
	return 0
}
