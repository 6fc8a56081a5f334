package index

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// lowPriority lets the rest of the goroutine yield to all other work: on a thread of its own, which ends with it.
func lowPriority() {
	runtime.LockOSThread()
	_ = unix.Setpriority(unix.PRIO_PROCESS, unix.Gettid(), 10) // where it is forbidden the work is done all the same
}
