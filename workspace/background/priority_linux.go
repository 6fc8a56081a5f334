package background

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// LowPriority lets the rest of the goroutine yield to all other work: on a thread of its own, which ends with it.
func LowPriority() {
	runtime.LockOSThread()
	_ = unix.Setpriority(unix.PRIO_PROCESS, unix.Gettid(), 10) // where it is forbidden the work is done all the same
}
