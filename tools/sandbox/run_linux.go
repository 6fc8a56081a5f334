package sandbox

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"syscall"
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
