package sandbox_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// The exit codes of the attacker, which is this test program started again.
const (
	through = 0  // the attempt succeeded
	refused = 10 // the kernel denied it
	odd     = 11 // it failed for another reason, which proves nothing
)

// attack makes one attempt and ends the process.
func attack(name string, args []string) {
	f, ok := attempts(args)[name]
	if !ok {
		fmt.Println("no such attempt:", name)
		os.Exit(odd)
	}
	err := f()
	fmt.Printf("%s: %v\n", name, err)
	switch {
	case err == nil:
		os.Exit(through)
	case errors.Is(err, unix.EPERM), errors.Is(err, unix.EACCES), errors.Is(err, unix.ENOSYS):
		os.Exit(refused)
	}
	os.Exit(odd)
}

// call makes a system call.
func call(nr uintptr, args ...uintptr) func() error {
	return func() error {
		a := append(args, make([]uintptr, 6)...)
		if _, _, errno := syscall.Syscall6(nr, a[0], a[1], a[2], a[3], a[4], a[5]); errno != 0 {
			return errno
		}
		return nil
	}
}

func text(s string) uintptr {
	b, err := unix.BytePtrFromString(s)
	if err != nil {
		panic(err)
	}
	return uintptr(unsafe.Pointer(b))
}

func must(s string) uintptr {
	n, err := strconv.Atoi(s)
	if err != nil {
		panic(err)
	}
	return uintptr(n)
}

func withFile(path string, f func(fd int) error) error {
	fd, err := unix.Open(path, unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	return f(fd)
}

func opened(path string, flags int) error {
	f, err := os.OpenFile(path, flags, 0o600)
	if err != nil {
		return err
	}
	return f.Close()
}

// cloned starts a process in new namespaces.
func cloned(flags uintptr) func() error {
	return func() error {
		cmd := exec.Command("/bin/true")
		cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: flags}
		return cmd.Run()
	}
}

// inherited looks for open files besides the first three and those of Go itself.
func inherited() error {
	for fd := 3; fd < 1024; fd++ {
		flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0)
		if err == nil && flags&unix.FD_CLOEXEC == 0 {
			return nil
		}
	}
	return unix.EPERM
}

func fastOpen(port int) func() error {
	return func() error {
		fd, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM, 0)
		if err != nil {
			return err
		}
		return unix.Sendto(fd, []byte("canary"), unix.MSG_FASTOPEN, &unix.SockaddrInet4{Port: port, Addr: [4]byte{127, 0, 0, 1}})
	}
}

func udp(port int) func() error {
	return func() error {
		fd, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM, 0)
		if err != nil {
			return err
		}
		return unix.Sendto(fd, []byte("canary"), 0, &unix.SockaddrInet4{Port: port, Addr: [4]byte{127, 0, 0, 1}})
	}
}

func unixSocket(name string) func() error {
	return func() error {
		fd, err := unix.Socket(unix.AF_UNIX, unix.SOCK_STREAM, 0)
		if err != nil {
			return err
		}
		return unix.Connect(fd, &unix.SockaddrUnix{Name: name})
	}
}
