package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"unicode/utf8"

	"ptk-lsp/workspace/visible"
)

// screen writes for a person: whoever wrote the text, none of it steers the terminal.
type screen struct {
	file *os.File

	mu   sync.Mutex // guards rest
	rest string     // the beginning of a character, or a carriage return that a newline may follow
}

// Write writes p with marks in place of what steers or hides.
func (s *screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	text := s.rest + string(p)
	cut := len(text) - unfinished(text)
	s.rest = text[cut:]
	if _, err := io.WriteString(s.file, visible.Prose(text[:cut])); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Close closes the file.
func (s *screen) Close() error { return s.file.Close() }

// unfinished is how many bytes at the end of text may have another meaning with what follows.
func unfinished(text string) int {
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

// ownTo gives the writer behind w for what steers the terminal and is this program's own, such as colours.
func ownTo(w io.Writer) io.Writer {
	if s, ok := w.(*screen); ok {
		return s.file
	}
	return w
}

// own writes what steers the terminal and is this program's own.
func own(w io.Writer, text string) { fmt.Fprint(ownTo(w), text) }

// row writes one row of a list, in which no cell can pass for another, or for another row.
func row(w io.Writer, cells ...string) {
	for i, c := range cells {
		cells[i] = visible.Line(c)
	}
	fmt.Fprintln(w, strings.Join(cells, "\t"))
}
