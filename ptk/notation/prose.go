package notation

// proseReader reads prose until a call, code or an element that quotes starts.
type proseReader struct {
	*message
	call    *callReader
	group   *groupReader
	code    *codeReader
	element *elementReader
}

// read reads until a call may start, and settles what is surely none. It reports whether the next mode can go on.
func (p *proseReader) read(final bool) bool {
	for {
		if p.opening == no {
			p.i += p.skim(p.src[p.i:])
		}
		if p.i == len(p.src) {
			break
		}
		var stop, again bool
		if p.line.start {
			stop, again = p.lineStart(final)
		} else {
			stop, again = p.special(final)
		}
		if stop {
			return again
		}
	}
	p.say(p.i)
	return false
}
