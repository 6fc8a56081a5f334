package turn

import (
	"strings"
	"unicode"
)

// prose is the text of an answer without its calls. White space is held back until text follows it: white space around a call and
// at the end does not belong to the answer.
type prose struct {
	text  strings.Builder
	space strings.Builder // held back
}

// write adds a piece and returns what is to be shown now.
func (p *prose) write(piece string) (shown string) {
	shown = strings.TrimRightFunc(piece, unicode.IsSpace)
	if shown == "" {
		p.space.WriteString(piece)
		return ""
	}
	before := p.space.String()
	p.space.Reset()
	p.space.WriteString(piece[len(shown):])
	if p.text.Len() > 0 {
		shown = before + shown
	} else {
		shown = strings.TrimLeftFunc(shown, unicode.IsSpace)
	}
	p.text.WriteString(shown)
	return shown
}

// isBlank reports whether there is no text.
func (p *prose) isBlank() bool { return isBlank(p.text.String()) }
