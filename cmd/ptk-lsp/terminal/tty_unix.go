//go:build !windows

package terminal

import (
	"os"

	"golang.org/x/sys/unix"
)

// openTTY opens the terminal that the program was started from, even if stdin and stdout are redirected.
func openTTY() (in, out *os.File, err error) {
	f, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	if err != nil {
		return nil, nil, err
	}
	return f, f, nil
}

// IsTerminal reports whether f is a terminal. The null device is none.
func IsTerminal(f *os.File) bool {
	conn, err := f.SyscallConn()
	if err != nil {
		return false
	}
	is := false
	err = conn.Control(func(fd uintptr) {
		_, err := unix.IoctlGetWinsize(int(fd), unix.TIOCGWINSZ)
		is = err == nil
	})
	return err == nil && is
}

// size returns how many columns and rows the terminal has; 0 if f is none.
func size(f *os.File) (columns, rows int) {
	conn, err := f.SyscallConn()
	if err != nil {
		return 0, 0
	}
	err = conn.Control(func(fd uintptr) {
		if size, err := unix.IoctlGetWinsize(int(fd), unix.TIOCGWINSZ); err == nil {
			columns, rows = int(size.Col), int(size.Row)
		}
	})
	if err != nil {
		return 0, 0
	}
	return columns, rows
}
