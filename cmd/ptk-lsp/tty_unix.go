//go:build !windows

package main

import (
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// openTTY opens the terminal that the program was started from, wherever stdin and stdout lead.
func openTTY() (in io.ReadCloser, out io.WriteCloser, err error) {
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

// terminalWidth is how many columns the terminal has; 0 where it is none.
func terminalWidth(f *os.File) int {
	size, err := unix.IoctlGetWinsize(int(f.Fd()), unix.TIOCGWINSZ)
	if err != nil {
		return 0
	}
	return int(size.Col)
}
