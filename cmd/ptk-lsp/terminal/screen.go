package terminal

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"unicode/utf8"

	"ptk-lsp/workspace/visible"
)

// Screen writes text to a terminal. It replaces control and hidden characters, so that no text steers the terminal.
type Screen struct {
	file *os.File

	mu   sync.Mutex // guards rest
	rest string     // the first bytes of a character, or a carriage return that a newline may follow
}

// NewScreen returns a screen that writes to the terminal f.
func NewScreen(f *os.File) *Screen { return &Screen{file: f} }

// Write writes p with visible marks in place of control and hidden characters.
func (s *Screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	text := s.rest + string(p)
	cut := len(text) - incomplete(text)
	s.rest = text[cut:]
	if _, err := io.WriteString(s.file, visible.Prose(text[:cut])); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Close closes the file.
func (s *Screen) Close() error { return s.file.Close() }

// incomplete returns how many bytes at the end of text depend on the bytes that follow.
func incomplete(text string) int {
	if strings.HasSuffix(text, "\r") {
		return 1
	}
	for n := 1; n < utf8.UTFMax && n <= len(text); n++ {
		if tail := text[len(text)-n:]; utf8.RuneStart(tail[0]) {
			if utf8.FullRuneInString(tail) {
				return 0
			}
			return n
		}
	}
	return 0
}

// Raw returns the writer below a [Screen], for escape sequences of this program such as colours. It returns any other
// writer unchanged.
func Raw(w io.Writer) io.Writer {
	if s, ok := w.(*Screen); ok {
		return s.file
	}
	return w
}

// WriteRaw writes text that may hold escape sequences of this program.
func WriteRaw(w io.Writer, text string) { fmt.Fprint(Raw(w), text) }

// Columns returns the width of the terminal that w writes to, or 0 if w is no [Screen].
func Columns(w io.Writer) int {
	if s, ok := w.(*Screen); ok {
		columns, _ := size(s.file)
		return columns
	}
	return 0
}
