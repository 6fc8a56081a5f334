package notation

// place is a place in a message.
type place struct {
	off       int // bytes from the message's start
	line      int // lines before it
	lineStart int // where its line starts
	inner     int // bytes of its line before it that don't begin a character
}

// after gives the place behind s, which starts here.
func (p place) after(s string) place {
	for i := range len(s) {
		if c := s[i]; c == '\n' {
			p.line++
			p.lineStart, p.inner = p.off+i+1, 0
		} else if c&0xC0 == 0x80 {
			p.inner++
		}
	}
	p.off += len(s)
	return p
}

// errorAt makes an error at this place.
func (p place) errorAt(code Code, message string) *Error {
	return &Error{Code: code, Message: message, Offset: p.off, Line: p.line + 1, Column: p.off - p.lineStart - p.inner + 1}
}
