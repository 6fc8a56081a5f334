package background

import (
	"runtime"
	"testing"

	"golang.org/x/sys/unix"
)

func TestLowPriority(t *testing.T) {
	mine, err := unix.Getpriority(unix.PRIO_PROCESS, 0)
	if err != nil {
		t.Fatal(err)
	}
	low := make(chan int)
	go func() {
		LowPriority()
		n, err := unix.Getpriority(unix.PRIO_PROCESS, unix.Gettid())
		if err != nil {
			n = 0
		}
		low <- n
	}()
	n := <-low
	if n >= mine && mine > 10 { // the system call returns 20 minus the niceness
		t.Errorf("the goroutine has priority %d, the others %d", n, mine)
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if after, err := unix.Getpriority(unix.PRIO_PROCESS, unix.Gettid()); err != nil || after != mine {
		t.Errorf("the priority of other threads is %d, not %d: %v", after, mine, err)
	}
}
