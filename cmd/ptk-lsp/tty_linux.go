package main

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// flushTyped drops what was typed at a terminal and not yet read.
func flushTyped(f *os.File) error {
	conn, err := f.SyscallConn()
	if err != nil {
		return err
	}
	var flushed error
	err = conn.Control(func(fd uintptr) { flushed = unix.IoctlSetInt(int(fd), unix.TCFLSH, unix.TCIFLUSH) })
	return errors.Join(err, flushed)
}
