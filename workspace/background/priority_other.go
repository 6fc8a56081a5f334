//go:build !linux

package background

// LowPriority does nothing: here a thread can't be made to yield by itself.
func LowPriority() {}
