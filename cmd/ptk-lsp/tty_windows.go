package main

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// openTTY opens the console that the program was started from, wherever stdin and stdout lead.
func openTTY() (in, out *os.File, err error) {
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

// terminalSize is how many columns and rows the console has; 0 where it is none.
func terminalSize(f *os.File) (columns, rows int) {
	var info windows.ConsoleScreenBufferInfo
	if windows.GetConsoleScreenBufferInfo(windows.Handle(f.Fd()), &info) != nil {
		return 0, 0
	}
	return int(info.Window.Right-info.Window.Left) + 1, int(info.Window.Bottom-info.Window.Top) + 1
}

// flushTyped drops what was typed at a console and not yet read.
func flushTyped(f *os.File) error {
	return windows.FlushConsoleInputBuffer(windows.Handle(f.Fd()))
}
