package notation

import (
	"fmt"
	"strings"
)

// scanner reads a flawed text and writes its repaired form.
type scanner struct {
	src      string
	pos      int
	out      []byte
	repaired []string // the kinds of repairs
	fault    *fault
}

// fault is why and where a reader stopped.
type fault struct {
	pos     int
	message string
	code    Code
}

// deepest is how deep values may nest.
const deepest = 500

func (s *scanner) fail(pos int, format string, args ...any) {
	if s.fault == nil {
		s.fault = &fault{pos, fmt.Sprintf(format, args...), ParseError}
	}
}

// repair records a kind of repair.
func (s *scanner) repair(what string) {
	for _, known := range s.repaired {
		if known == what {
			return
		}
	}
	s.repaired = append(s.repaired, what)
}

func (s *scanner) peek() byte {
	if s.pos < len(s.src) {
		return s.src[s.pos]
	}
	return 0
}

func (s *scanner) at(text string) bool { return strings.HasPrefix(s.src[s.pos:], text) }

// blank skips white space and comments.
func (s *scanner) blank() {
	for s.pos < len(s.src) {
		switch c := s.src[s.pos]; {
		case c == ' ' || c == '\n' || c == '\t' || c == '\r':
			s.pos++
		case c == 0xC2 && s.at("\u00a0"):
			s.pos += 2
			s.repair("no-break space")
		case c == 0xEF && s.at("\ufeff"):
			s.pos += 3
			s.repair("byte order mark")
		case c == '/' && s.at("/*"):
			s.skipPast("*/")
		case c == '/' && s.at("//"), c == '#':
			s.skipLine()
		default:
			return
		}
	}
}

func (s *scanner) skipPast(end string) {
	s.repair("comment")
	if i := strings.Index(s.src[s.pos+2:], end); i >= 0 {
		s.pos += 2 + i + len(end)
		return
	}
	s.fail(s.pos, "the comment that starts here never ends")
	s.pos = len(s.src)
}

func (s *scanner) skipLine() {
	s.repair("comment")
	if i := strings.IndexByte(s.src[s.pos:], '\n'); i >= 0 {
		s.pos += i
		return
	}
	s.pos = len(s.src)
}
