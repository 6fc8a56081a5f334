package sandbox

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// sandboxExec runs a program with a profile of macOS's Seatbelt.
const sandboxExec = "/usr/bin/sandbox-exec"

// Box holds a started program and all that it starts.
type Box struct{ group int }

// Start starts the command with a profile made from the policy, in its own session.
func (s *Sandbox) Start(cmd *exec.Cmd, p Policy) (*Box, error) {
	if _, err := os.Stat(sandboxExec); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	cmd.Args = append([]string{sandboxExec, "-p", profile(p), cmd.Path}, cmd.Args[1:]...)
	cmd.Path = sandboxExec
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return &Box{cmd.Process.Pid}, nil
}

// End kills what is left of the command in the first process group of its session.
func (b *Box) End() { _ = syscall.Kill(-b.group, syscall.SIGKILL) }

// Exceeded returns "": no limits are set on this system.
func (b *Box) Exceeded() string { return "" }

func userNamespaces() bool { return false }

func privileged() bool { return false }

func landlockABI() int { return 0 }

// profile returns the policy in the language of Seatbelt, in which the last matching rule counts.
func profile(p Policy) string {
	var b strings.Builder
	say := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	each := func(verb string, paths []string) {
		for _, path := range paths {
			say("(%s (subpath %s))", verb, quoted(path))
		}
	}
	say("(version 1)")
	if p.Strict {
		say("(deny default)\n(allow process-fork)\n(allow sysctl-read)\n(allow signal (target same-sandbox))\n(allow file-read-metadata)")
		each(
			"allow file-read* process-exec*",
			append([]string{
				"/usr/bin", "/usr/sbin", "/usr/lib", "/usr/libexec", "/usr/share", "/bin", "/sbin", "/System",
				"/Library/Developer/CommandLineTools", "/opt/homebrew/bin", "/opt/homebrew/Cellar", "/opt/homebrew/lib",
				"/usr/local/bin", "/usr/local/Cellar", "/usr/local/lib", "/private/var/db/dyld", "/private/var/select",
			}, p.Programs...),
		)
		each("deny file-read*", p.Hidden)
		each("allow file-read*", p.Read)
		say("(allow file-read* (literal \"/\") (literal \"/dev/random\") (literal \"/dev/urandom\") (literal " +
			"\"/private/etc/passwd\") (literal \"/private/etc/localtime\"))")
		say("(allow file-read* file-write-data (literal \"/dev/null\") (literal \"/dev/zero\"))")
		return b.String()
	}
	say("(allow default)\n(deny file-write*)")
	each("allow file-write*", p.Write)
	each("deny file-write*", p.Keep)
	say("(allow file-write* (literal \"/dev/null\") (literal \"/dev/zero\") (literal \"/dev/tty\") (regex " +
		"#\"^/dev/ttys[0-9]+$\") (regex #\"^/dev/fd/\"))\n(deny signal)\n(allow signal (target same-sandbox))")
	if !p.Network {
		say("(deny network*)")
	}
	return b.String()
}

// quoted returns a path as a Seatbelt string, with links resolved as the system does.
func quoted(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(path) + `"`
}

// tryStrict tests the profile: a program runs, but can't read a file in the home or elsewhere, write one, or connect.
func (s *Sandbox) tryStrict() (ok bool, why string) {
	dir, err := os.MkdirTemp("", "ptk-try-")
	if err != nil {
		return false, err.Error()
	}
	defer os.RemoveAll(dir)
	secret := filepath.Join(dir, "secret")
	l, lerr := net.Listen("tcp4", "127.0.0.1:0")
	if err := errors.Join(lerr, os.WriteFile(secret, []byte("x"), 0o600)); err != nil {
		return false, err.Error()
	}
	defer l.Close()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	script := fmt.Sprintf("cat %q && exit 1; echo x > %q && exit 2; exec 3<>/dev/tcp/127.0.0.1/%s && exit 3; exit 7", secret, secret, port)
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, "/bin/bash", "-c", script)
	b, err := s.Start(cmd, Policy{Strict: true, Hidden: []string{dir}})
	if err != nil {
		return false, err.Error()
	}
	_ = cmd.Wait()
	b.End()
	if code := cmd.ProcessState.ExitCode(); code != 7 {
		return false, fmt.Sprintf("the strict profile of sandbox-exec does not hold here: the attempt ended with code %d", code)
	}
	return true, ""
}

// Available reports whether commands that the user agreed to can be confined here, and describes how far.
func Available() (ok bool, words string) {
	if _, err := os.Stat(sandboxExec); err != nil {
		return false, "There is no sandbox-exec: commands are not confined."
	}
	return true, "sandbox-exec: commands write only in the workspace and open no connections."
}
