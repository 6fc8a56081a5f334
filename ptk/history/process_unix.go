//go:build unix

package history

import (
	"errors"
	"syscall"
)

// gone reports whether no process has the id.
func gone(pid int) bool { return errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) }
