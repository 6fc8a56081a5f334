//go:build !windows && !linux

package terminal

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// flushTyped discards input that was typed at a terminal but not read yet.
func flushTyped(f *os.File) error {
	const read = 1 // FREAD of sys/fcntl.h
	conn, err := f.SyscallConn()
	if err != nil {
		return err
	}
	var flushed error
	err = conn.Control(func(fd uintptr) { flushed = unix.IoctlSetPointerInt(int(fd), unix.TIOCFLUSH, read) })
	return errors.Join(err, flushed)
}
