package notation

import "strings"

// arena joins held text and new pieces with few copies.
type arena struct {
	b     strings.Builder
	holds bool // the held text is the end of b
}

// join gives held and piece as one string. What it gave before stays as it is.
func (a *arena) join(held, piece string) string {
	need := len(piece)
	if !a.holds {
		need += len(held)
	}
	if a.b.Cap()-a.b.Len() < need {
		a.b = strings.Builder{}
		a.b.Grow(max(4096, 2*(len(held)+len(piece))))
		a.holds = false
	}
	if !a.holds {
		a.b.WriteString(held)
		a.holds = true
	}
	a.b.WriteString(piece)
	all := a.b.String()
	return all[len(all)-len(held)-len(piece):]
}
