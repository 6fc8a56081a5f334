//go:build !linux

package background

// LowPriority does nothing: the priority of a single thread can't be lowered here.
func LowPriority() {}
