package background

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// LowPriority gives the rest of the goroutine a low priority: on a thread of its own, which ends with the goroutine.
func LowPriority() {
	runtime.LockOSThread()
	_ = unix.Setpriority(unix.PRIO_PROCESS, unix.Gettid(), 10) // if it is forbidden the work is done at normal priority
}
