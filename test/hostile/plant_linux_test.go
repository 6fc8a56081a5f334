package hostile

import (
	"fmt"
	"net"
	"os"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// evil is a text that must never reach a model as the user's.
const evil = "EVIL-COMMAND"

const python = "open('ran', 'w').close()\n"

func all(steps ...func(*bed) error) func(*bed) error {
	return func(b *bed) error {
		for _, s := range steps {
			if err := s(b); err != nil {
				return err
			}
		}
		return nil
	}
}

func write(rel, text string) func(*bed) error {
	return func(b *bed) error { return os.WriteFile(b.at(rel), []byte(text), 0o644) }
}

func mkdir(rel string) func(*bed) error {
	return func(b *bed) error { return os.MkdirAll(b.at(rel), 0o755) }
}

func link(to, rel string) func(*bed) error {
	return func(b *bed) error { return os.Symlink(to, b.at(rel)) }
}

func fifo(rel string) func(*bed) error {
	return func(b *bed) error { return syscall.Mkfifo(b.at(rel), 0o644) }
}

func sparse(rel string) func(*bed) error {
	return all(write(rel, ""), func(b *bed) error { return os.Truncate(b.at(rel), 100<<30) })
}

// socket creates one without a listener.
func socket(rel string) func(*bed) error {
	return func(b *bed) error {
		l, err := net.ListenUnix("unix", &net.UnixAddr{Name: b.at(rel), Net: "unix"})
		if err != nil {
			return err
		}
		l.SetUnlinkOnClose(false)
		return l.Close()
	}
}

// device creates one like /dev/zero if permitted, else a pipe.
func device(rel string) func(*bed) error {
	return func(b *bed) error {
		if unix.Mknod(b.at(rel), unix.S_IFCHR|0o644, int(unix.Mkdev(1, 5))) == nil {
			return nil
		}
		return syscall.Mkfifo(b.at(rel), 0o644)
	}
}

// program plants one that writes a mark beside the repository when it runs.
func program(rel string) func(*bed) error {
	return func(b *bed) error {
		return os.WriteFile(
			b.at(rel), []byte("#!/bin/sh\necho \"$0 $* of $(tr '\\0' ' ' </proc/$PPID/cmdline) in $(pwd)\" >> '"+b.ran+"'\n"), 0o755,
		)
	}
}

func repeat(format string, n int) string {
	var t strings.Builder
	for i := range n {
		t.WriteString(strings.ReplaceAll(format, "%d", fmt.Sprint(i)))
	}
	return t.String()
}

func many(format string, n int) func(*bed) error {
	return func(b *bed) error {
		for i := range n {
			if err := write(fmt.Sprintf(format, i), "package x\n")(b); err != nil {
				return err
			}
		}
		return nil
	}
}

// deep creates instructions in each of many nested folders.
func deep(n int) func(*bed) error {
	return func(b *bed) error {
		dir := ""
		for i := range n {
			dir += "d/"
			if err := write(dir+"AGENTS.md", fmt.Sprint("rule ", i))(b); err != nil {
				return err
			}
		}
		return write(dir+"x.go", "package x\n")(b)
	}
}
