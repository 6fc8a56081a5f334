package terminal

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// flushTyped discards input that was typed at a terminal but not read yet.
func flushTyped(f *os.File) error {
	conn, err := f.SyscallConn()
	if err != nil {
		return err
	}
	var flushed error
	err = conn.Control(func(fd uintptr) { flushed = unix.IoctlSetInt(int(fd), unix.TCFLSH, unix.TCIFLUSH) })
	return errors.Join(err, flushed)
}
