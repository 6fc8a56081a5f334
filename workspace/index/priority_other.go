//go:build !linux

package index

// lowPriority does nothing where a thread has no priority of its own.
func lowPriority() {}
