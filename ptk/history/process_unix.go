//go:build unix

package history

import (
	"errors"
	"syscall"
)

// gone is true where there is no process of that number.
func gone(pid int) bool { return errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) }
