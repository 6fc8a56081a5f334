//go:build !windows

package main

import (
	"io"
	"os"
)

// openTTY opens the terminal that the program was started from, wherever stdin and stdout lead.
func openTTY() (in io.ReadCloser, out io.WriteCloser, err error) {
	f, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	if err != nil {
		return nil, nil, err
	}
	return f, f, nil
}
