//go:build unix

package regular

import "syscall"

// nonblock makes opening a named pipe return without waiting for its writer.
const nonblock = syscall.O_NONBLOCK
