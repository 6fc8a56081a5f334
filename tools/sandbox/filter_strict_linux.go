package sandbox

import "golang.org/x/sys/unix"

// newCalls is the first number of calls that are so new that C libraries work without them: the filter reports that they
// don't exist, and an older one is used.
const newCalls = 424

// strictFilter allows only the system calls of programs that read.
func strictFilter(signals bool) program {
	var p program
	p.begin()
	p.each(unix.SECCOMP_RET_ALLOW, reading()...)
	p.each(unix.SECCOMP_RET_ALLOW, readingHere()...)
	if signals {
		p.each(unix.SECCOMP_RET_ALLOW, unix.SYS_KILL, unix.SYS_TKILL, unix.SYS_TGKILL)
	}
	for _, r := range readingRules() {
		p.when(unix.SECCOMP_RET_ALLOW, r)
	}
	p.each(deny(unix.ENOSYS), unix.SYS_MEMFD_CREATE)
	p.jump(unix.BPF_JGE, newCalls, 0, 1)
	p.give(deny(unix.ENOSYS))
	p.give(deny(unix.EPERM))
	return p
}

// reading returns the system calls of programs that read, with any arguments. Landlock decides what they may open.
func reading() []uint32 {
	return []uint32{
		unix.SYS_READ, unix.SYS_WRITE, unix.SYS_OPENAT, unix.SYS_OPENAT2, unix.SYS_CLOSE, unix.SYS_CLOSE_RANGE,
		unix.SYS_FSTAT, unix.SYS_NEWFSTATAT, unix.SYS_STATX, unix.SYS_STATFS, unix.SYS_FSTATFS, unix.SYS_FACCESSAT, unix.SYS_FACCESSAT2,
		unix.SYS_READLINKAT, unix.SYS_GETDENTS64, unix.SYS_GETCWD, unix.SYS_CHDIR, unix.SYS_FCHDIR, unix.SYS_LSEEK,
		unix.SYS_PREAD64, unix.SYS_PWRITE64, unix.SYS_READV, unix.SYS_WRITEV, unix.SYS_PREADV, unix.SYS_PWRITEV, unix.SYS_PREADV2,
		unix.SYS_PWRITEV2,
		unix.SYS_SENDFILE, unix.SYS_COPY_FILE_RANGE, unix.SYS_SPLICE, unix.SYS_TEE, unix.SYS_FADVISE64, unix.SYS_READAHEAD, unix.SYS_FLOCK,
		unix.SYS_GETXATTR, unix.SYS_LGETXATTR, unix.SYS_FGETXATTR, unix.SYS_LISTXATTR, unix.SYS_LLISTXATTR, unix.SYS_FLISTXATTR,
		unix.SYS_PPOLL, unix.SYS_PSELECT6, unix.SYS_EPOLL_CREATE1, unix.SYS_EPOLL_CTL, unix.SYS_EPOLL_PWAIT, unix.SYS_EPOLL_PWAIT2,
		unix.SYS_GETSOCKNAME, unix.SYS_GETPEERNAME, unix.SYS_EVENTFD2, unix.SYS_SIGNALFD4, unix.SYS_PIPE2, unix.SYS_DUP,
		unix.SYS_DUP3, unix.SYS_UMASK,
		unix.SYS_MMAP, unix.SYS_MPROTECT, unix.SYS_MUNMAP, unix.SYS_MREMAP, unix.SYS_BRK, unix.SYS_MADVISE, unix.SYS_MINCORE,
		unix.SYS_MEMBARRIER,
		unix.SYS_RT_SIGACTION, unix.SYS_RT_SIGPROCMASK, unix.SYS_RT_SIGRETURN, unix.SYS_RT_SIGPENDING, unix.SYS_RT_SIGTIMEDWAIT,
		unix.SYS_RT_SIGSUSPEND, unix.SYS_SIGALTSTACK,
		unix.SYS_NANOSLEEP, unix.SYS_CLOCK_NANOSLEEP, unix.SYS_CLOCK_GETTIME, unix.SYS_CLOCK_GETRES, unix.SYS_GETTIMEOFDAY, unix.SYS_TIMES,
		unix.SYS_GETITIMER, unix.SYS_SETITIMER, unix.SYS_TIMER_CREATE, unix.SYS_TIMER_SETTIME, unix.SYS_TIMER_GETTIME,
		unix.SYS_TIMER_DELETE,
		unix.SYS_TIMER_GETOVERRUN, unix.SYS_TIMERFD_CREATE, unix.SYS_TIMERFD_SETTIME, unix.SYS_TIMERFD_GETTIME,
		unix.SYS_GETPID, unix.SYS_GETPPID, unix.SYS_GETTID, unix.SYS_GETUID, unix.SYS_GETEUID, unix.SYS_GETGID, unix.SYS_GETEGID,
		unix.SYS_GETRESUID, unix.SYS_GETRESGID, unix.SYS_GETGROUPS, unix.SYS_GETPGID, unix.SYS_GETSID, unix.SYS_SETPGID, unix.SYS_SETSID,
		unix.SYS_GETPRIORITY, unix.SYS_CAPGET, unix.SYS_UNAME, unix.SYS_SYSINFO, unix.SYS_GETRUSAGE, unix.SYS_SETRLIMIT, unix.SYS_GETCPU,
		unix.SYS_SCHED_YIELD, unix.SYS_SCHED_GETAFFINITY, unix.SYS_SCHED_GETPARAM, unix.SYS_SCHED_GETSCHEDULER, unix.SYS_SCHED_GETATTR,
		unix.SYS_SCHED_GET_PRIORITY_MAX, unix.SYS_SCHED_GET_PRIORITY_MIN, unix.SYS_SCHED_RR_GET_INTERVAL,
		unix.SYS_FUTEX, unix.SYS_FUTEX_WAITV, unix.SYS_SET_ROBUST_LIST, unix.SYS_SET_TID_ADDRESS, unix.SYS_RSEQ, unix.SYS_RESTART_SYSCALL,
		unix.SYS_GETRANDOM, unix.SYS_EXECVE, unix.SYS_EXECVEAT, unix.SYS_EXIT, unix.SYS_EXIT_GROUP, unix.SYS_WAIT4, unix.SYS_WAITID,
	}
}

// namespaces are the flags of clone that create namespaces, and CLONE_PARENT, which makes the new process a child of another
// one.
const namespaces = unix.CLONE_NEWNS | unix.CLONE_NEWCGROUP | unix.CLONE_NEWUTS | unix.CLONE_NEWIPC | unix.CLONE_NEWUSER |
	unix.CLONE_NEWPID | unix.CLONE_NEWNET | unix.CLONE_PARENT

// ioctl requests that query terminals and files.
const (
	fionread = 0x541b
	fionbio  = 0x5421
	fionclex = 0x5450
	fioclex  = 0x5451
	figetbsz = 0x2
)

const (
	prSetVMA     = 0x53564d41
	personaAsked = 0xffffffff
	onlySIGKILL  = uint32(unix.SIGKILL)
)

// readingRules returns the system calls that are harmless only with some arguments.
func readingRules() []rule {
	only := func(call, arg uint32, in ...uint32) rule { return rule{call, []cond{{arg: arg, in: in}}} }
	return []rule{
		{unix.SYS_CLONE, []cond{{arg: 0, mask: namespaces, in: []uint32{0}}}},
		only(
			unix.SYS_IOCTL, 1, unix.TCGETS, unix.TCGETS2, unix.TIOCGWINSZ, unix.TIOCGPGRP, fionread, fionbio, fionclex, fioclex,
			figetbsz, unix.FS_IOC_GETFLAGS,
		),
		only(unix.SYS_FCNTL, 1, unix.F_DUPFD, unix.F_DUPFD_CLOEXEC, unix.F_GETFD, unix.F_SETFD, unix.F_GETFL, unix.F_SETFL,
			unix.F_GETLK, unix.F_SETLK, unix.F_SETLKW, unix.F_OFD_GETLK, unix.F_OFD_SETLK, unix.F_OFD_SETLKW, unix.F_GETPIPE_SZ),
		only(unix.SYS_PRCTL, 0, unix.PR_SET_NAME, unix.PR_GET_NAME, unix.PR_GET_DUMPABLE, unix.PR_CAPBSET_READ, unix.PR_GET_SECCOMP,
			unix.PR_SET_NO_NEW_PRIVS, unix.PR_GET_NO_NEW_PRIVS, unix.PR_GET_PDEATHSIG, unix.PR_GET_TIMERSLACK, prSetVMA),
		{unix.SYS_PRCTL, []cond{{arg: 0, in: []uint32{unix.PR_SET_PDEATHSIG}}, {arg: 1, in: []uint32{onlySIGKILL}}}},
		only(unix.SYS_PRLIMIT64, 0, 0),
		only(unix.SYS_SCHED_SETAFFINITY, 0, 0),
		only(unix.SYS_PERSONALITY, 0, personaAsked),
		{unix.SYS_SOCKETPAIR, []cond{{arg: 0, in: []uint32{unix.AF_UNIX}}, {arg: 1, mask: 0xf, in: []uint32{unix.SOCK_STREAM}}}},
		{
			unix.SYS_SECCOMP,
			[]cond{
				{arg: 0, in: []uint32{unix.SECCOMP_SET_MODE_STRICT, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_GET_ACTION_AVAIL}},
				{arg: 1, in: []uint32{0, unix.SECCOMP_FILTER_FLAG_TSYNC, unix.SECCOMP_FILTER_FLAG_SPEC_ALLOW}},
			},
		},
		// The signal by which Go interrupts goroutines does nothing to other programs.
		only(unix.SYS_TGKILL, 2, uint32(unix.SIGURG)),
	}
}
