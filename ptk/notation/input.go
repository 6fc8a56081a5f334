package notation

import "strings"

// input is the text of a message that is held back or has not been read.
type input struct {
	src    string
	i      int      // src is read up to here
	at     position // of src[i]
	joined joined
	reread int // bytes that were read a second time
}

// push adds a piece to the text.
func (in *input) push(piece string) { in.src = in.joined.join(in.src, piece) }

// set replaces the text, which is empty, by a piece that is read up to i.
func (in *input) set(piece string, i int) { in.src, in.i, in.joined.isHeld = piece, i, false }

// next goes to the next byte.
func (in *input) next() {
	in.i++
	in.at.off++
}

// skipTo goes to the offset i of src.
func (in *input) skipTo(i int) {
	in.at = in.at.after(in.src[in.i:i])
	in.i = i
}

// restart goes back to the start of src, which is at the given position.
func (in *input) restart(at position) { in.at, in.i = at, 0 }

// cut removes the first n bytes of src.
func (in *input) cut(n int) {
	in.src = in.src[n:]
	in.i = max(0, in.i-n)
}

// mayReread reports whether n bytes may be read a second time, which keeps the work linear. If not, the text is taken as it is.
func (in *input) mayReread(n int) bool {
	if in.reread+n > 4*in.at.off+1<<16 {
		return false
	}
	in.reread += n
	return true
}

// joined joins held text and new pieces with few copies.
type joined struct {
	b      strings.Builder
	isHeld bool // the held text is the end of b
}

// join returns held and piece as one string. The strings that it returned before stay valid.
func (j *joined) join(held, piece string) string {
	need := len(piece)
	if !j.isHeld {
		need += len(held)
	}
	if j.b.Cap()-j.b.Len() < need {
		j.b = strings.Builder{}
		j.b.Grow(max(4096, 2*(len(held)+len(piece))))
		j.isHeld = false
	}
	if !j.isHeld {
		j.b.WriteString(held)
		j.isHeld = true
	}
	j.b.WriteString(piece)
	all := j.b.String()
	return all[len(all)-len(held)-len(piece):]
}
