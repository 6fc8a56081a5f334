package sandbox

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"time"
)

// Main puts this process behind the walls that the arguments describe and becomes the program; it returns, with the exit code,
// only where that fails. It is meant for a process that [Sandbox.Start] has put into a user namespace of its own.
func Main(args []string) int {
	p, argv, err := parse(args)
	if err == nil {
		err = become(p, argv)
	}
	fmt.Fprintln(os.Stderr, "sandbox:", err)
	return 126
}

func become(p Policy, argv []string) error {
	runtime.LockOSThread() // the walls are this thread's
	w := ways{abi: landlockABI(), mount: len(p.Keep) > 0, pids: p.Strict, again: true}
	w.scope = w.abi >= abiScope
	path, err := exec.LookPath(argv[0])
	if err != nil {
		return err
	}
	if err := enter(p, w); err != nil {
		return err
	}
	return fmt.Errorf("running %s: %w", path, syscall.Exec(path, argv, os.Environ()))
}

// userNamespaces reports whether a process may be started in a user namespace and gets its privileges there.
func userNamespaces() bool {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, "/bin/true")
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWPID,
		Chroot:      "/", // which takes a privilege
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

// Available reports whether commands that were agreed to can be confined here, and says in words how far.
func Available() (ok bool, words string) {
	abi := landlockABI()
	switch {
	case abi < 1:
		return false, "This kernel has no Landlock, or it is turned off: commands are not confined. Linux 5.13 or newer with lsm=landlock has it."
	case auditArch == 0:
		return true, fmt.Sprintf("Landlock version %d: commands write only in the workspace.", abi)
	}
	return true, fmt.Sprintf("Landlock version %d and seccomp: commands write only in the workspace and open no connections.", abi)
}
