package sandbox

import "golang.org/x/sys/unix"

// ioctl requests by which a program types into a terminal or changes what reads it.
const (
	tiocsti   = 0x5412
	tiocsetd  = 0x5423
	tioclinux = 0x541c
)

// agreedFilter denies what can't be expressed by folders and ports: typing into terminals and, without network, all sockets
// but connected pairs, and io_uring, which could open one.
func agreedFilter(network bool) program {
	var p program
	if network {
		p.load(offsetArch)
		p.jump(unix.BPF_JEQ, auditArch, 1, 0)
		p.give(unix.SECCOMP_RET_ALLOW) // for instance a 32-bit program, which is not restricted here
		p.load(offsetCall)
	} else {
		p.begin()
	}
	p.when(deny(unix.EPERM), rule{unix.SYS_IOCTL, []cond{{arg: 1, in: []uint32{tiocsti, tiocsetd, tioclinux}}}})
	if !network {
		p.when(unix.SECCOMP_RET_ALLOW, rule{unix.SYS_SOCKETPAIR, []cond{
			{arg: 0, in: []uint32{unix.AF_UNIX}},
			{arg: 1, mask: 0xf, in: []uint32{unix.SOCK_STREAM, unix.SOCK_SEQPACKET}},
		}})
		p.each(
			deny(unix.EPERM), unix.SYS_SOCKET, unix.SYS_SOCKETPAIR, unix.SYS_CONNECT, unix.SYS_BIND, unix.SYS_LISTEN,
			unix.SYS_ACCEPT, unix.SYS_ACCEPT4, unix.SYS_PIDFD_GETFD,
		)
		p.each(deny(unix.ENOSYS), unix.SYS_IO_URING_SETUP, unix.SYS_IO_URING_ENTER, unix.SYS_IO_URING_REGISTER)
	}
	p.give(unix.SECCOMP_RET_ALLOW)
	return p
}
