//go:build unix

package lsp

import (
	"errors"
	"syscall"
)

// processRuns tells whether there is a process with this id; one that may not be signalled is one.
func processRuns(pid int) bool {
	if pid <= 0 {
		return false
	}
	return !errors.Is(syscall.Kill(pid, 0), syscall.ESRCH)
}
