//go:build !unix

package process

import "os/exec"

// group does nothing: there are no process groups.
func group(*exec.Cmd) {}

// endGroup ends only the program itself.
func endGroup(cmd *exec.Cmd, _ string, _ bool) { _ = cmd.Process.Kill() }
