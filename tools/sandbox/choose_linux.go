package sandbox

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// ways are the means by which a policy is enforced on this system.
type ways struct {
	abi   int
	scope bool    // Landlock keeps signals inside
	pids  bool    // the command is the first process of a namespace, whose other processes end with it
	mount bool    // files are kept by read-only mounts
	again bool    // this program is started again, in a user namespace
	flags uintptr // namespaces that are created with the process
}

// choose returns how the policy can be enforced. With privileges, namespaces do it; without, Landlock keeps signals inside.
// If Landlock is too old for that, a user namespace provides the privileges, at the price of starting this program again.
func (s *Sandbox) choose(p Policy) (w ways, err error) {
	w = ways{abi: s.abi()}
	if w.abi < 1 {
		return w, fmt.Errorf(
			"this kernel has no Landlock, or it is turned off; Linux 5.13 or newer with lsm=landlock has it: %w", ErrUnavailable,
		)
	}
	w.scope = w.abi >= abiScope
	admin := s.admin()
	switch {
	case !p.Strict && len(p.Keep) > 0:
		w.mount = admin || !p.Network && s.again()
		if w.mount && !admin {
			w.again, w.flags = true, unix.CLONE_NEWUSER
		}
	case !p.Strict:
	case auditArch == 0:
		return w, fmt.Errorf("no filter of system calls is known for this processor: %w", ErrUnavailable)
	case admin:
		w.pids = true
	case w.scope:
	case s.again():
		w.pids, w.again, w.flags = true, true, unix.CLONE_NEWUSER|unix.CLONE_NEWPID
	default:
		return w, fmt.Errorf(
			"nothing keeps signals inside: Landlock %d is older than %d, and user namespaces are not permitted: %w", w.abi,
			abiScope, ErrUnavailable,
		)
	}
	return w, nil
}

// privileged reports whether a thread of this process can create namespaces.
func privileged() bool {
	result := make(chan error)
	go onThread(func() { result <- unix.Unshare(unix.CLONE_NEWPID | unix.CLONE_NEWNS) })
	return <-result == nil
}
