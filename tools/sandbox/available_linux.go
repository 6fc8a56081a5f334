package sandbox

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"time"
)

// userNamespaces reports whether a process can be started in a user namespace with privileges in it.
//
//nolint:contextcheck // tried once for the whole process
func userNamespaces() bool {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, "/bin/true")
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWPID,
		Chroot:      "/", // needs a privilege
		UidMappings: []syscall.SysProcIDMap{{ContainerID: os.Getuid(), HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: os.Getgid(), HostID: os.Getgid(), Size: 1}},
	}
	return cmd.Run() == nil
}

// tryStrict runs a program under the strict policy.
func (s *Sandbox) tryStrict() (ok bool, why string) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, "/bin/true")
	cmd.Env = []string{"PATH=" + SystemPath}
	b, err := s.Start(cmd, Policy{Strict: true, Limits: StrictLimits()})
	if err != nil {
		return false, err.Error()
	}
	err = cmd.Wait()
	b.End()
	if err != nil {
		return false, fmt.Sprintf("a program does not run in the strict sandbox: %v", err)
	}
	return true, ""
}

// Available reports whether commands that the user agreed to can be confined here, and describes how far.
func Available() (ok bool, words string) {
	abi := landlockABI()
	switch {
	case abi < 1:
		return false, "This kernel has no Landlock, or it is turned off: commands are not confined. Linux 5.13 or newer with " +
			"lsm=landlock has it."
	case auditArch == 0:
		return true, fmt.Sprintf("Landlock version %d: commands write only in the workspace.", abi)
	}
	return true, fmt.Sprintf("Landlock version %d and seccomp: commands write only in the workspace and open no connections.", abi)
}
