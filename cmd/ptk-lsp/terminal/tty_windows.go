package terminal

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// openTTY opens the console that the program was started from, even if stdin and stdout are redirected.
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

// IsTerminal reports whether f is a terminal. The null device is none.
func IsTerminal(f *os.File) bool {
	var mode uint32
	return windows.GetConsoleMode(windows.Handle(f.Fd()), &mode) == nil
}

// size returns how many columns and rows the console has; 0 if f is none.
func size(f *os.File) (columns, rows int) {
	var info windows.ConsoleScreenBufferInfo
	if windows.GetConsoleScreenBufferInfo(windows.Handle(f.Fd()), &info) != nil {
		return 0, 0
	}
	return int(info.Window.Right-info.Window.Left) + 1, int(info.Window.Bottom-info.Window.Top) + 1
}

// flushTyped discards input that was typed at a console but not read yet.
func flushTyped(f *os.File) error {
	return windows.FlushConsoleInputBuffer(windows.Handle(f.Fd()))
}
