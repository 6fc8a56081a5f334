//go:build !windows && !linux

package main

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// flushTyped drops what was typed at a terminal and not yet read.
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
