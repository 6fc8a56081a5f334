package main

import (
	"errors"
	"io"
	"os"

	"golang.org/x/sys/windows"
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

// isTerminal says whether a person is at the other end of a file. The null device, for one, has none.
func isTerminal(f *os.File) bool {
	var mode uint32
	return windows.GetConsoleMode(windows.Handle(f.Fd()), &mode) == nil
}

// terminalWidth is how many columns the console has; 0 where it is none.
func terminalWidth(f *os.File) int {
	var info windows.ConsoleScreenBufferInfo
	if windows.GetConsoleScreenBufferInfo(windows.Handle(f.Fd()), &info) != nil {
		return 0
	}
	return int(info.Window.Right-info.Window.Left) + 1
}
