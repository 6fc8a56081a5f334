//go:build unix

package workspace

import "syscall"

// openFlags keep the opening of a named pipe from waiting for its writer.
const openFlags = syscall.O_NONBLOCK
