package notation

import "strings"

// arena joins held text and new pieces with few copies.
type arena struct {
	b     strings.Builder
	holds bool // the held text is the end of b
}

// join gives held and piece as one string.
func (a *arena) join(held, piece string) string {
	if !a.holds || a.b.Cap()-a.b.Len() < len(piece) {
		a.b = strings.Builder{}
		a.b.Grow(max(1024, 2*(len(held)+len(piece))))
		a.b.WriteString(held)
		a.holds = true
	}
	a.b.WriteString(piece)
	all := a.b.String()
	return all[len(all)-len(held)-len(piece):]
}
