//go:build !unix

package process

import "os/exec"

// group does nothing where there are no process groups.
func group(*exec.Cmd) {}

// endGroup ends the program alone.
func endGroup(cmd *exec.Cmd, _ string, _ bool) { _ = cmd.Process.Kill() }
