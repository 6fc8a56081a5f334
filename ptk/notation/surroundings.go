package notation

import (
	"strings"

	"ptk-lsp/ptk/notation/internal/quoting"
)

// surroundings is what is known about the prose before the next call.
type surroundings struct {
	history     proseHistory
	examined    int             // bytes of prose that were examined so far
	found       quoting.Context // the last result of examining prose
	afterCall   bool            // nothing but blanks since the last call
	lastContext quoting.Context // of the last call
	unsure      bool            // something was opened and never closed, so no call after it is exact
}

// contextAt returns the context of a call at an offset of the message, which follows the prose.
func (s *surroundings) contextAt(off int) quoting.Context {
	if s.afterCall {
		return s.lastContext
	}
	c := quoting.Inline
	switch n := min(s.history.sinceCall(), proseWindow); {
	case s.mayExamine(n, off):
		c = quoting.After(s.history.last(n), n == s.history.sinceCall())
	case s.found == quoting.Quoted:
		c = quoting.Quoted
	}
	s.found = c
	if s.unsure {
		c = max(c, quoting.Inline)
	}
	return c
}

// mayExamine reports whether n bytes of prose may be examined, which keeps the work in proportion to the message.
func (s *surroundings) mayExamine(n, off int) bool {
	if s.examined+n > off+1<<16 {
		return false
	}
	s.examined += n
	return true
}

// endCall notes that a call ends here.
func (s *surroundings) endCall(c quoting.Context) {
	s.afterCall = true
	s.lastContext = c
	if c == quoting.Quoted { // it was too long to be read
		s.lastContext = quoting.Inline
	}
	s.history.restart()
}

// copyTo copies what a nested parser must know, which reads the text after the prose.
func (s *surroundings) copyTo(to *surroundings) {
	to.afterCall, to.lastContext, to.found, to.unsure = s.afterCall, s.lastContext, s.found, s.unsure
	s.history.copyTo(&to.history)
}

// endsAfterCall reports whether a text is the first one after a call that is not blank.
func (s *surroundings) endsAfterCall(text string) bool {
	if strings.TrimSpace(text) == "" {
		return false
	}
	s.afterCall = false
	return true
}
