package main

import (
	"errors"
	"io"
	"os"
)

// openTTY opens the console that the program was started from, wherever stdin and stdout lead.
func openTTY() (in io.ReadCloser, out io.WriteCloser, err error) {
	r, err := os.OpenFile("CONIN$", os.O_RDWR, 0)
	if err != nil {
		return nil, nil, err
	}
	w, err := os.OpenFile("CONOUT$", os.O_RDWR, 0)
	if err != nil {
		return nil, nil, errors.Join(err, r.Close())
	}
	return r, w, nil
}
