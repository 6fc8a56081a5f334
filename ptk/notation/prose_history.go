package notation

// proseWindow is how many bytes of prose before a call are read to find out what surrounds it.
const proseWindow = 2048

// proseHistory holds the last bytes of the prose that was returned.
type proseHistory struct {
	text  *[2 * proseWindow]byte
	n     int // bytes in text
	start int // of the prose since the last call; negative if that is no longer in text
}

// add appends prose.
func (h *proseHistory) add(piece string) {
	if h.text == nil || len(piece) > len(h.text)-h.n {
		h.shift(piece)
		return
	}
	h.n += copy(h.text[h.n:], piece)
}

// addPlain appends a piece that is prose whatever follows it. It returns false if the piece may be more, or if there is no
// room for it.
func (h *proseHistory) addPlain(piece string) bool {
	if h.text == nil || len(piece) > len(h.text)-h.n {
		return false
	}
	to := h.text[h.n : h.n+len(piece)]
	for i := range to {
		c := piece[i]
		if isSpecial[c] {
			return false
		}
		to[i] = c
	}
	h.n += len(piece)
	return true
}

// shift makes room for a piece and appends it.
func (h *proseHistory) shift(piece string) {
	if h.text == nil {
		h.text = new([2 * proseWindow]byte)
	}
	cut := max(0, len(piece)-proseWindow)
	keep := min(h.n, proseWindow-(len(piece)-cut))
	h.start -= h.n - keep + cut
	h.n = copy(h.text[:], h.text[h.n-keep:h.n])
	h.n += copy(h.text[h.n:], piece[cut:])
}

// restart begins a new paragraph of prose after a call.
func (h *proseHistory) restart() { h.start = h.n }

// sinceCall returns the number of bytes of prose since the last call.
func (h *proseHistory) sinceCall() int { return h.n - h.start }

// last returns the last n bytes.
func (h *proseHistory) last(n int) string {
	if n == 0 {
		return ""
	}
	return string(h.text[h.n-n : h.n])
}

// copyTo appends the prose since the last call to another history.
func (h *proseHistory) copyTo(to *proseHistory) {
	to.add(h.last(min(h.sinceCall(), proseWindow)))
	to.start = to.n - h.sinceCall()
}
