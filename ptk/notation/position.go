package notation

import "strings"

// position is a position in a message.
type position struct {
	off       int // bytes from the start of the message
	line      int // lines before it
	lineStart int // the offset of its line
	inner     int // bytes of its line before it that are not the first of a character
}

// after returns the position at the end of s, which starts at p.
func (p position) after(s string) position {
	const short = 64
	if len(s) > short {
		return p.afterLong(s)
	}
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

// afterLong does the same for long texts, of which it reads only the last line byte by byte.
func (p position) afterLong(s string) position {
	if n := strings.Count(s, "\n"); n > 0 {
		end := strings.LastIndexByte(s, '\n') + 1
		p.off += end
		p.line += n
		p.lineStart, p.inner = p.off, 0
		s = s[end:]
	}
	for i := range len(s) {
		p.inner += int(s[i] >> 7 &^ (s[i] >> 6) & 1) // 1 for the bytes 0x80 to 0xBF
	}
	p.off += len(s)
	return p
}

// errorAt returns an error at this position.
func (p position) errorAt(code Code, message string) *Error {
	return &Error{Code: code, Message: message, Offset: p.off, Line: p.line + 1, Column: p.off - p.lineStart - p.inner + 1}
}
