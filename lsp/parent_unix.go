//go:build unix

package lsp

import (
	"errors"
	"syscall"
)

// processRuns reports whether a process with this id exists, even if this process may not send it signals.
func processRuns(pid int) bool {
	if pid <= 0 {
		return false
	}
	return !errors.Is(syscall.Kill(pid, 0), syscall.ESRCH)
}
