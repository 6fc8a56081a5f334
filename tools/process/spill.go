package process

import (
	"errors"
	"fmt"
	"os"
)

// spill is the file that holds all of an output that is too long to keep.
type spill struct {
	dir  string
	file *os.File
	name string
	err  error // the first error
}

// opened reports whether creating the file was tried.
func (s *spill) opened() bool { return s.file != nil || s.err != nil }

// open creates the file with the output so far.
func (s *spill) open(data []byte) {
	f, err := os.CreateTemp(s.dir, "output-*.txt")
	if err != nil {
		s.err = fmt.Errorf("making a file for the output: %w", err)
		return
	}
	s.file, s.name = f, f.Name()
	s.write(data)
}

// write adds to the file if it is open. An error is returned by close.
func (s *spill) write(data []byte) {
	if s.file == nil {
		return
	}
	if _, err := s.file.Write(data); err != nil && s.err == nil {
		s.err = fmt.Errorf("writing the output to a file: %w", err)
	}
}

func (s *spill) close() error {
	if s.file == nil {
		return s.err
	}
	return errors.Join(s.err, s.file.Close())
}
