//go:build !windows

package main

import (
	"os"

	"golang.org/x/sys/unix"
)

// openTTY opens the terminal that the program was started from, wherever stdin and stdout lead.
func openTTY() (in, out *os.File, err error) {
	f, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	if err != nil {
		return nil, nil, err
	}
	return f, f, nil
}

// isTerminal says whether a person is at the other end of a file. The null device, for one, has none.
func isTerminal(f *os.File) bool {
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

// terminalSize is how many columns and rows the terminal has; 0 where it is none.
func terminalSize(f *os.File) (columns, rows int) {
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
