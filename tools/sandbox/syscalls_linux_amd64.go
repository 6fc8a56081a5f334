package sandbox

import "golang.org/x/sys/unix"

const (
	auditArch = unix.AUDIT_ARCH_X86_64
	x32Bit    = 0x40000000 // marks system calls of the x32 ABI
)

// readingHere returns the harmless system calls that only this architecture has.
func readingHere() []uint32 {
	return []uint32{
		unix.SYS_OPEN, unix.SYS_STAT, unix.SYS_LSTAT, unix.SYS_ACCESS, unix.SYS_READLINK, unix.SYS_GETDENTS,
		unix.SYS_POLL, unix.SYS_SELECT, unix.SYS_PIPE, unix.SYS_DUP2, unix.SYS_FORK, unix.SYS_VFORK, unix.SYS_GETPGRP,
		unix.SYS_TIME, unix.SYS_ALARM, unix.SYS_EPOLL_CREATE, unix.SYS_EPOLL_WAIT, unix.SYS_EVENTFD, unix.SYS_SIGNALFD,
		unix.SYS_GETRLIMIT, unix.SYS_ARCH_PRCTL,
	}
}
