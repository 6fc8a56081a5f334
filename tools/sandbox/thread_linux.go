package sandbox

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// onThread runs the function on a thread that ends with it. It is not the first thread, which never ends.
func onThread(f func()) {
	runtime.LockOSThread()
	if unix.Gettid() != unix.Getpid() {
		f()
		return
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		onThread(f)
	}()
	<-done // until then this thread is taken
	runtime.UnlockOSThread()
}
