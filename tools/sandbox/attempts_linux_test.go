package sandbox_test

import (
	"fmt"
	"os"
	"path/filepath"
	"unsafe"

	"golang.org/x/sys/unix"
)

// attempts are what an attacker with native code tries. args are a folder of canaries, a process outside, and a TCP port.
func attempts(args []string) map[string]func() error {
	dir, pid, port := args[0], must(args[1]), int(must(args[2]))
	at := func(name string) string { return filepath.Join(dir, name) }
	buf := make([]byte, 4096)
	mem := uintptr(unsafe.Pointer(&buf[0]))
	cwd := ^uintptr(99) // AT_FDCWD
	m := map[string]func() error{
		"chmod":     func() error { return unix.Fchmodat(unix.AT_FDCWD, at("file"), 0o777, 0) },
		"fchmod":    func() error { return withFile(at("file"), func(fd int) error { return unix.Fchmod(fd, 0o777) }) },
		"fchmodat2": call(452, cwd, text(at("file")), 0o777, 0),
		"chown":     func() error { return unix.Fchownat(unix.AT_FDCWD, at("file"), os.Getuid(), os.Getgid(), 0) },
		"fchown": func() error {
			return withFile(at("file"), func(fd int) error { return unix.Fchown(fd, os.Getuid(), os.Getgid()) })
		},
		"utimensat": func() error { return unix.UtimesNanoAt(unix.AT_FDCWD, at("file"), make([]unix.Timespec, 2), 0) },
		"futimens": func() error {
			return withFile(at("file"), func(fd int) error { return call(unix.SYS_UTIMENSAT, uintptr(fd))() })
		},
		"setxattr": func() error { return unix.Setxattr(at("file"), "user.x", []byte("x"), 0) },
		"fsetxattr": func() error {
			return withFile(at("file"), func(fd int) error { return unix.Fsetxattr(fd, "user.x", []byte("x"), 0) })
		},
		"removexattr": func() error { return unix.Removexattr(at("file"), "user.y") },
		"setflags": func() error {
			return withFile(at("file"), func(fd int) error { return unix.IoctlSetPointerInt(fd, unix.FS_IOC_SETFLAGS, 0) })
		},
		"write":    func() error { return os.WriteFile(at("file"), []byte("x"), 0) },
		"append":   func() error { return opened(at("file"), os.O_APPEND|os.O_WRONLY) },
		"create":   func() error { return opened(at("new"), os.O_CREATE|os.O_WRONLY) },
		"tmpfile":  func() error { return opened(dir, unix.O_TMPFILE|os.O_RDWR) },
		"truncate": func() error { return unix.Truncate(at("file"), 0) },
		"unlink":   func() error { return unix.Unlinkat(unix.AT_FDCWD, at("file"), 0) },
		"rmdir":    func() error { return unix.Unlinkat(unix.AT_FDCWD, at("empty"), unix.AT_REMOVEDIR) },
		"rename":   func() error { return unix.Renameat(unix.AT_FDCWD, at("file"), unix.AT_FDCWD, at("moved")) },
		"exchange": func() error {
			return unix.Renameat2(unix.AT_FDCWD, at("file"), unix.AT_FDCWD, at("other"), unix.RENAME_EXCHANGE)
		},
		"link":            func() error { return unix.Linkat(unix.AT_FDCWD, at("file"), unix.AT_FDCWD, at("hard"), 0) },
		"symlink":         func() error { return unix.Symlinkat("file", unix.AT_FDCWD, at("soft")) },
		"mkdir":           func() error { return unix.Mkdirat(unix.AT_FDCWD, at("folder"), 0o755) },
		"mkfifo":          func() error { return unix.Mknodat(unix.AT_FDCWD, at("fifo"), unix.S_IFIFO|0o666, 0) },
		"mount":           call(unix.SYS_MOUNT, text("none"), text(dir), text("tmpfs"), 0, 0),
		"bind mount":      call(unix.SYS_MOUNT, text(dir), text(dir), 0, unix.MS_BIND, 0),
		"umount":          call(unix.SYS_UMOUNT2, text("/proc"), unix.MNT_DETACH),
		"open_tree":       call(unix.SYS_OPEN_TREE, cwd, text(dir), 1),
		"fsopen":          call(unix.SYS_FSOPEN, text("tmpfs"), 0),
		"move_mount":      call(unix.SYS_MOVE_MOUNT, cwd, text(dir), cwd, text(dir), 0),
		"mount_setattr":   call(unix.SYS_MOUNT_SETATTR, cwd, text(dir), 0, mem, 32),
		"pivot_root":      call(unix.SYS_PIVOT_ROOT, text(dir), text(dir)),
		"chroot":          call(unix.SYS_CHROOT, text(dir)),
		"unshare user":    call(unix.SYS_UNSHARE, unix.CLONE_NEWUSER),
		"unshare mount":   call(unix.SYS_UNSHARE, unix.CLONE_NEWNS),
		"unshare net":     call(unix.SYS_UNSHARE, unix.CLONE_NEWNET),
		"unshare files":   call(unix.SYS_UNSHARE, unix.CLONE_FILES),
		"setns":           call(unix.SYS_SETNS, 0, 0),
		"clone user":      cloned(unix.CLONE_NEWUSER),
		"clone pid":       cloned(unix.CLONE_NEWUSER | unix.CLONE_NEWPID),
		"clone net":       cloned(unix.CLONE_NEWNET),
		"clone mount":     cloned(unix.CLONE_NEWNS),
		"clone ipc":       cloned(unix.CLONE_NEWIPC),
		"clone3":          call(unix.SYS_CLONE3, mem, 0),
		"ptrace":          call(unix.SYS_PTRACE, unix.PTRACE_SEIZE, pid, 0, 0),
		"vm_read":         call(unix.SYS_PROCESS_VM_READV, pid, 0, 0, 0, 0, 0),
		"vm_write":        call(unix.SYS_PROCESS_VM_WRITEV, pid, 0, 0, 0, 0, 0),
		"process_madvise": call(unix.SYS_PROCESS_MADVISE, 0, 0, 0, 0, 0),
		"kcmp":            call(unix.SYS_KCMP, pid, pid, 0, 0, 0),
		"pidfd_open":      call(unix.SYS_PIDFD_OPEN, pid, 0),
		"pidfd_getfd":     call(unix.SYS_PIDFD_GETFD, 0, 0, 0),
		"pidfd_signal":    call(unix.SYS_PIDFD_SEND_SIGNAL, 0, 9, 0, 0),
		"sigqueue":        call(unix.SYS_RT_SIGQUEUEINFO, pid, 9, mem),
		"prlimit":         call(unix.SYS_PRLIMIT64, pid, unix.RLIMIT_NOFILE, 0, mem),
		"setpriority":     call(unix.SYS_SETPRIORITY, 0, pid, 19),
		"ioprio":          call(unix.SYS_IOPRIO_SET, 1, pid, 0),
		"setaffinity":     call(unix.SYS_SCHED_SETAFFINITY, pid, 8, mem),
		"setscheduler":    call(unix.SYS_SCHED_SETSCHEDULER, pid, 0, mem),
		"move_pages":      call(unix.SYS_MOVE_PAGES, pid, 0, 0, 0, 0, 0),
		"migrate_pages":   call(unix.SYS_MIGRATE_PAGES, pid, 0, 0, 0),
		"io_uring_setup":  call(unix.SYS_IO_URING_SETUP, 1, mem),
		"io_uring_enter":  call(unix.SYS_IO_URING_ENTER, 0, 0, 0, 0, 0, 0),
		"io_setup":        call(unix.SYS_IO_SETUP, 1, mem),
		"keyctl":          call(unix.SYS_KEYCTL, 0, ^uintptr(2), 1),
		"add_key":         call(unix.SYS_ADD_KEY, text("user"), text("k"), mem, 1, ^uintptr(2)),
		"request_key":     call(unix.SYS_REQUEST_KEY, text("user"), text("k"), 0, 0),
		"bpf":             call(unix.SYS_BPF, 0, mem, 72),
		"perf":            call(unix.SYS_PERF_EVENT_OPEN, mem, 0, ^uintptr(0), ^uintptr(0), 0),
		"userfaultfd":     call(unix.SYS_USERFAULTFD, 1),
		"memfd":           call(unix.SYS_MEMFD_CREATE, text("m"), 0),
		"memfd_secret":    call(unix.SYS_MEMFD_SECRET, 0),
		"name_to_handle":  call(unix.SYS_NAME_TO_HANDLE_AT, cwd, text(at("file")), mem, mem+512, 0),
		"open_by_handle":  call(unix.SYS_OPEN_BY_HANDLE_AT, cwd, mem, 0),
		"shmget":          call(unix.SYS_SHMGET, 0, 4096, unix.IPC_CREAT|0o600),
		"semget":          call(unix.SYS_SEMGET, 0, 1, unix.IPC_CREAT|0o600),
		"msgget":          call(unix.SYS_MSGGET, 0, unix.IPC_CREAT|0o600),
		"mq_open":         call(unix.SYS_MQ_OPEN, text("q"), unix.O_CREAT|unix.O_RDWR, 0o600, 0),
		"inotify":         call(unix.SYS_INOTIFY_INIT1, 0),
		"fanotify":        call(unix.SYS_FANOTIFY_INIT, 0, 0),
		"setuid":          call(unix.SYS_SETUID, 0),
		"setresuid":       call(unix.SYS_SETRESUID, 0, 0, 0),
		"setgid":          call(unix.SYS_SETGID, 0),
		"setgroups":       call(unix.SYS_SETGROUPS, 0, 0),
		"capset":          call(unix.SYS_CAPSET, mem, mem),
		"personality":     call(unix.SYS_PERSONALITY, 0x0040000),
		"subreaper":       call(unix.SYS_PRCTL, unix.PR_SET_CHILD_SUBREAPER, 1),
		"keepcaps":        call(unix.SYS_PRCTL, unix.PR_SET_KEEPCAPS, 1),
		"pdeathsig":       call(unix.SYS_PRCTL, unix.PR_SET_PDEATHSIG, 0),
		"dumpable":        call(unix.SYS_PRCTL, unix.PR_SET_DUMPABLE, 1),
		"set_mm":          call(unix.SYS_PRCTL, unix.PR_SET_MM, 0),
		"listener":        call(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_NEW_LISTENER, 0),
		"setown":          call(unix.SYS_FCNTL, 1, unix.F_SETOWN, pid),
		"setsig":          call(unix.SYS_FCNTL, 1, unix.F_SETSIG, 9),
		"lease":           call(unix.SYS_FCNTL, 0, unix.F_SETLEASE, unix.F_RDLCK),
		"notify":          call(unix.SYS_FCNTL, 0, unix.F_NOTIFY, 1),
		"pipe size":       call(unix.SYS_FCNTL, 1, unix.F_SETPIPE_SZ, 1<<20),
		"TIOCSTI":         call(unix.SYS_IOCTL, 0, 0x5412, mem),
		"TIOCLINUX":       call(unix.SYS_IOCTL, 0, 0x541c, mem),
		"TIOCSCTTY":       call(unix.SYS_IOCTL, 0, 0x540e, 1),
		"TIOCSETD":        call(unix.SYS_IOCTL, 0, 0x5423, mem),
		"FICLONE":         call(unix.SYS_IOCTL, 0, unix.FICLONE, 0),
		"sethostname":     call(unix.SYS_SETHOSTNAME, text("h"), 1),
		"settimeofday":    call(unix.SYS_SETTIMEOFDAY, 0, 0),
		"adjtimex":        call(unix.SYS_ADJTIMEX, mem),
		"syslog":          call(unix.SYS_SYSLOG, 10, 0, 0),
		"swapon":          call(unix.SYS_SWAPON, text(at("file")), 0),
		"reboot":          call(unix.SYS_REBOOT, 0, 0, 0),
		"init_module":     call(unix.SYS_INIT_MODULE, 0, 0, 0),
		"kexec":           call(unix.SYS_KEXEC_LOAD, 0, 0, 0, 0),
		"acct":            call(unix.SYS_ACCT, text(at("file"))),
		"quotactl":        call(unix.SYS_QUOTACTL, 0, 0, 0, 0),
		"sync":            call(unix.SYS_SYNC),
		"vhangup":         call(unix.SYS_VHANGUP),
		"mlockall":        call(unix.SYS_MLOCKALL, 1),
		"vmsplice":        call(unix.SYS_VMSPLICE, 1, 0, 0, 0),
		"fallocate":       call(unix.SYS_FALLOCATE, 1, 0, 0, 1),
		"connect":         call(unix.SYS_CONNECT, 0, mem, 16),
		"bind":            call(unix.SYS_BIND, 0, mem, 16),
		"listen":          call(unix.SYS_LISTEN, 0, 1),
		"accept":          call(unix.SYS_ACCEPT4, 0, 0, 0, 0),
		"sendto":          call(unix.SYS_SENDTO, 0, mem, 1, 0, 0, 0),
		"sendmsg":         call(unix.SYS_SENDMSG, 0, mem, 0),
		"recvmsg":         call(unix.SYS_RECVMSG, 0, mem, 0),
		"kill":            call(unix.SYS_KILL, pid, uintptr(unix.SIGKILL)),
		"tkill":           call(unix.SYS_TKILL, pid, uintptr(unix.SIGKILL)),
		"tgkill":          call(unix.SYS_TGKILL, pid, pid, uintptr(unix.SIGKILL)),
		"inherited":       inherited,
		"/dev/tty":        func() error { return opened("/dev/tty", os.O_RDWR) },
		"/dev/ptmx":       func() error { return opened("/dev/ptmx", os.O_RDWR) },
		"/dev/kmsg":       func() error { return opened("/dev/kmsg", os.O_RDONLY) },
		"/proc/environ":   func() error { return opened(fmt.Sprintf("/proc/%d/environ", pid), os.O_RDONLY) },
		"/proc/maps":      func() error { return opened(fmt.Sprintf("/proc/%d/maps", pid), os.O_RDONLY) },
		"/proc/mem":       func() error { return opened(fmt.Sprintf("/proc/%d/mem", pid), os.O_RDWR) },
		"/proc/cmdline":   func() error { return opened(fmt.Sprintf("/proc/%d/cmdline", pid), os.O_RDONLY) },
		"/proc/fd":        func() error { return opened(fmt.Sprintf("/proc/%d/fd", pid), os.O_RDONLY) },
		"oom_score_adj":   func() error { return opened("/proc/self/oom_score_adj", os.O_WRONLY) },
		"TCP fast open":   fastOpen(port),
		"UDP":             udp(port),
		"stream pair sent elsewhere": func() error {
			fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM, 0)
			if err != nil {
				return err
			}
			return unix.Sendto(fds[0], []byte("canary"), 0, &unix.SockaddrUnix{Name: at("socket")})
		},
		"datagram pair sent elsewhere": func() error {
			fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_DGRAM, 0)
			if err != nil {
				return err
			}
			return unix.Sendto(fds[0], []byte("canary"), 0, &unix.SockaddrUnix{Name: at("dgram")})
		},
		"unix":     unixSocket(at("socket")),
		"abstract": unixSocket("@ptk-canary-" + args[1]),
	}
	for name, family := range map[string]int{
		"INET": unix.AF_INET, "INET6": unix.AF_INET6, "UNIX": unix.AF_UNIX, "NETLINK": unix.AF_NETLINK, "PACKET": unix.AF_PACKET,
		"ALG": unix.AF_ALG, "VSOCK": unix.AF_VSOCK, "BLUETOOTH": unix.AF_BLUETOOTH, "CAN": unix.AF_CAN, "XDP": unix.AF_XDP,
		"KEY": unix.AF_KEY, "TIPC": unix.AF_TIPC,
	} {
		for kind, n := range map[string]int{"stream": unix.SOCK_STREAM, "dgram": unix.SOCK_DGRAM, "raw": unix.SOCK_RAW} {
			m["socket "+name+" "+kind] = call(unix.SYS_SOCKET, uintptr(family), uintptr(n|unix.SOCK_CLOEXEC), 0)
		}
	}
	return m
}
