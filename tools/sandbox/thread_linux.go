package sandbox

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// onThread runs the function on a thread that ends with it. It is never the main thread, which can't end.
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
	<-done // keeps the main thread busy until then
	runtime.UnlockOSThread()
}
