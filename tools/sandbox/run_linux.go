package sandbox

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"syscall"
)

// Main confines this process by the policy in the arguments and executes the program. It returns an exit code only if that
// fails. It is meant for a process that [Sandbox.Start] has started in a user namespace.
func Main(args []string) int {
	p, argv, err := parse(args)
	if err == nil {
		err = become(p, argv)
	}
	fmt.Fprintln(os.Stderr, "sandbox:", err)
	return 126
}

func become(p Policy, argv []string) error {
	runtime.LockOSThread() // only this thread is confined
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
