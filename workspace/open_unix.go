//go:build unix

package workspace

import "syscall"

// openFlags makes opening a named pipe return without waiting for its writer.
const openFlags = syscall.O_NONBLOCK
