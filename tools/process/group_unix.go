//go:build unix

package process

import (
	"os/exec"
	"syscall"
)

// group puts the program into a process group of its own.
func group(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// endGroup ends the group, and processes that left it. It is no error if the group has already ended.
func endGroup(cmd *exec.Cmd, mark string, hard bool) {
	sig := syscall.SIGTERM
	if hard {
		sig = syscall.SIGKILL
	}
	_ = syscall.Kill(-cmd.Process.Pid, sig)
	for _, pid := range marked(mark) {
		_ = syscall.Kill(pid, sig)
	}
}
