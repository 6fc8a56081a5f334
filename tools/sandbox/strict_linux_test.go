package sandbox_test

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"

	"ptk-lsp/tools/sandbox"
)

// TestStrictSystemCalls lets a program with native code try everything that changes, connects, signals or spies.
func TestStrictSystemCalls(t *testing.T) {
	needStrict(t)
	a := newArena(t)
	leak, err := unix.Open(filepath.Join(a.out, "file"), unix.O_RDWR, 0) // as an editor may leave one open
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(leak)
	before := a.state()
	names := slices.Sorted(maps.Keys(attempts([]string{a.out, "1", "1"})))
	tried := 0
	for _, dir := range []string{a.ws, a.out} {
		for _, name := range names {
			if dir == a.ws && !slices.Contains(changing(), name) {
				continue // it has nothing to do with a folder
			}
			tried++
			out, code := a.run(a.strict(), a.program, "attack", name, dir, strconv.Itoa(a.pid), strconv.Itoa(a.port))
			esrch := strings.HasSuffix(out, "no such process\n") // the process is not in its pid namespace
			if code != refused && !esrch {
				t.Errorf("%s in %s: code %d, %s", name, dir, code, out)
			}
		}
	}
	if d := cmp.Diff(before, a.state()); d != "" {
		t.Error(d)
	}
	if n := a.heard.Load(); n != 0 {
		t.Errorf("%d connections", n)
	}
	t.Logf("%d attempts", tried)
}

// changing are the attempts that name a file.
func changing() []string {
	return []string{
		"chmod", "fchmod", "fchmodat2", "chown", "fchown", "utimensat", "futimens", "setxattr", "fsetxattr", "removexattr",
		"setflags", "write", "append", "create", "tmpfile",
		"truncate", "unlink", "rmdir", "rename", "exchange", "link", "symlink", "mkdir", "mkfifo", "mount", "bind mount", "chroot",
		"name_to_handle",
	}
}

// TestStrictOnOlderKernels: if Landlock does not keep signals inside, a user namespace does; if there is none either,
// nothing runs.
func TestStrictOnOlderKernels(t *testing.T) {
	needStrict(t)
	a := newArena(t)
	if ok, why := sandbox.Older("", 5).Strict(); ok || !strings.Contains(why, "signals") {
		t.Errorf("without any way: %v %q", ok, why)
	}
	if ok, why := sandbox.Older(a.program, 0).Strict(); ok || !strings.Contains(why, "Landlock") {
		t.Errorf("without Landlock: %v %q", ok, why)
	}
	a.sandbox = sandbox.Older(a.program, 5)
	if ok, why := a.sandbox.Strict(); !ok {
		t.Skip(why)
	}
	before := a.state()
	for _, name := range []string{
		"chmod", "write", "kill", "clone user", "unshare user", "socket INET stream", "unix", "ptrace", "mount", "keyctl", "setuid",
		"capset", "pdeathsig", "inherited", "/proc/environ",
	} {
		out, code := a.run(a.strict(), a.program, "attack", name, a.out, strconv.Itoa(a.pid), strconv.Itoa(a.port))
		if code != refused && !strings.HasSuffix(out, "no such process\n") {
			t.Errorf("%s: code %d, %s", name, code, out)
		}
	}
	if out, code := a.bash(a.strict(), "setsid sleep 65.5 & id -u; ls -l file; cat file"); code != 0 ||
		!strings.HasPrefix(out, strconv.Itoa(os.Getuid())+"\n") || !strings.Contains(out, "file "+a.ws) {
		t.Errorf("code %d: %s", code, out)
	}
	if n := running("sleep\x0065.5"); n != 0 {
		t.Errorf("%d processes live on", n)
	}
	if d := cmp.Diff(before, a.state()); d != "" {
		t.Error(d)
	}
}

// TestAttemptsWorkOutside: without the sandbox, attempts that need no privilege succeed.
func TestAttemptsWorkOutside(t *testing.T) {
	a := newArena(t)
	for _, name := range []string{
		"chmod", "utimensat", "write", "append", "create", "tmpfile", "truncate", "rename", "symlink", "mkdir", "mkfifo", "shmget",
		"keyctl", "memfd",
		"TCP fast open", "UDP", "unix", "datagram pair sent elsewhere", "socket NETLINK raw", "socket INET stream", "inotify",
		"subreaper", "dumpable", "prlimit", "/proc/environ", "/proc/cmdline",
	} {
		out, err := exec.Command(a.program, "attack", name, a.out, strconv.Itoa(a.pid), strconv.Itoa(a.port)).CombinedOutput()
		if err != nil {
			t.Errorf("%s: %v: %s", name, err, out)
		}
		a.write(filepath.Join(a.out, "file"), canary)
	}
}

// TestStrictScripts tries with the shell to read a canary, change a file, or reach another process.
func TestStrictScripts(t *testing.T) {
	needStrict(t)
	a := newArena(t)
	before := a.state()
	scripts := []string{
		"cat .env", "cat ./.env", "cat sub/../.env", "cat to-env", "cat to-out", "cat to-home/.ssh/id_rsa", "cat < .env",
		"head -c 99 .env", "grep -r canary .", "tac .env",
		"cat $OUT/file", "cat $OUT/home/.ssh/id_rsa", "ls $OUT", "ls $OUT/home", "find $OUT", "cat /proc/$PID/environ",
		"cat /proc/self/environ", "cat /proc/1/environ", "cat /proc/$PID/cmdline",
		"cat /proc/$PID/root$OUT/file", "cat /proc/self/root$OUT/file", "cat /proc/$PID/cwd/.env", "cat /proc/self/cwd/.env",
		"cat /dev/fd/../../$OUT/file", "cp .env /dev/stdout", "awk 1 .env", "sed -n p .env", "dd if=.env",
		"perl -pe1 .env", "sort .env", "diff .env /dev/null", "od -c .env", "base64 .env", "xxd .env", "tar c .env",
		"git diff --no-index /dev/null .env", "exec 5<.env; cat <&5", "mapfile x < .env; echo ${x[@]}",
		"cat /etc/shadow", "cat /etc/gshadow", "cat /etc/ssh/ssh_host_rsa_key", "cat /root/.bashrc", "ls /root", "ls /home",
		"ls /var", "cat /var/log/dpkg.log", "ls /tmp", "ls /run", "cat /etc/hosts", "cat /etc/sudoers", "cat /proc/kallsyms",
		"cat /proc/keys", "cat /proc/net/tcp", "ls /sys/kernel", "ls /dev", "cat /dev/mem", "cat /dev/kmsg", "cat /dev/sda",
		"cat /dev/vda",
		"echo x > file", "echo x >> file", ": > file", "echo x > new", "touch file", "touch new", "rm -f file", "rm -rf sub",
		"mv file moved", "ln -s a b", "ln file hard", "mkdir d", "rmdir empty", "chmod 777 file", "chown $(id -u) file",
		"cp file copy", "mkfifo p", "mknod n p", "install file inst", "truncate -s 0 file", "sed -i s/f/g file",
		"perl -i -pe s/f/g/ file", "tee new < file", "dd if=file of=new", "sort -o new file", "split file", "git init",
		"patch -p0 < file", "setfattr -n user.x -v y file", "find . -delete", "find . -fprint new", "awk 'BEGIN{print 1 > \"new\"}'",
		"echo x > $OUT/new", "echo x > $OUT/file", "touch $OUT/file", "echo x > /tmp/ptk-new", "echo x > /var/tmp/ptk-new",
		"echo x > /dev/shm/ptk-new", "echo x > /run/ptk-new", "echo x > ~/ptk-new", "echo x > /dev/pts/0", "echo x > /dev/tty",
		"echo 0 > /proc/self/oom_score_adj", "echo 1 > /proc/self/coredump_filter", "echo x > /proc/sys/kernel/core_pattern",
		"echo > /proc/sysrq-trigger",
		"exec 3<>/dev/tcp/127.0.0.1/$PORT", "echo canary > /dev/udp/127.0.0.1/$PORT",
		"perl -MIO::Socket::INET -e 'IO::Socket::INET->new(\"127.0.0.1:\".shift) or exit 1' $PORT",
		"perl -MIO::Socket::UNIX -e 'IO::Socket::UNIX->new(shift) or exit 1' $OUT/socket",
		"python3 -c 'import socket,sys; socket.create_connection((\"127.0.0.1\",int(sys.argv[1])))' $PORT",
		"curl -s http://127.0.0.1:$PORT/", "getent hosts example.org",
		"kill $PID", "kill -9 $PID", "kill -STOP $PID", "kill -9 -$PID", "renice 19 $PID", "prlimit --pid $PID --nofile=10",
		"taskset -p 1 $PID", "chrt -i -p 0 $PID", "gdb -p $PID", "strace -p $PID",
		"unshare -r id -u", "unshare -n true", "setpriv --reuid 0 id", "su -c id", "sudo -n id", "newgrp root",
		"mount -t tmpfs none sub", "chroot / true", "nsenter -t $PID -m true", "ipcmk -M 100", "$OUT/home/x", "bash -c 'cat .env'",
		"sh -c 'cat $OUT/file'", "env -i cat .env", "setsid cat .env", "(cat .env)", "cat .e*", "cat * .[a-z]* | grep canary",
	}
	env := fmt.Sprintf("OUT=%s PID=%d PORT=%d; ", a.out, a.pid, a.port)
	got := 0
	for _, script := range scripts {
		out, _ := a.bash(a.strict(), env+script)
		if strings.Contains(out, canary) {
			t.Errorf("%s: read a canary: %s", script, out)
			got++
		}
		if _, code := a.bash(a.strict(), env+"( "+script+" ) >/dev/null 2>&1"); code == 0 && !reads(script) {
			t.Errorf("%s: succeeded: %s", script, out)
		}
	}
	if d := cmp.Diff(before, a.state()); d != "" {
		t.Error(d)
	}
	if n := a.heard.Load(); n != 0 {
		t.Errorf("%d connections", n)
	}
	t.Logf("%d scripts, %d through", len(scripts), got)
}

// reads reports whether a script may succeed although it was denied: its program continues after reporting it.
func reads(script string) bool {
	return slices.ContainsFunc([]string{
		"find . -delete", "mapfile", "cat * .[a-z]*", "exec 5<", "perl -pe1", "perl -i", "tar c", "gdb",
	}, func(p string) bool {
		return strings.HasPrefix(script, p)
	})
}

// TestStrictLeavesNothingBehind: detached processes of a command end with it.
func TestStrictLeavesNothingBehind(t *testing.T) {
	needStrict(t)
	a := newArena(t)
	for _, script := range []string{
		"sleep 61.5 & disown", "setsid sleep 61.5 &", "(setsid setsid sleep 61.5 &) &", "nohup sleep 61.5 >/dev/null 2>&1 &",
		"env -i setsid -f sleep 61.5 </dev/null >/dev/null 2>&1",
		"perl -e 'use POSIX; fork && exit; POSIX::setsid(); fork && exit; $0=\"x\"; exec \"sleep\",\"61.5\"'",
		"trap '' TERM HUP INT; setsid bash -c 'trap \"\" TERM HUP; sleep 61.5' &",
		"for i in 1 2 3 4 5 6 7 8; do setsid -f sleep 61.5; done",
	} {
		began := time.Now()
		a.bash(a.strict(), script)
		if left := running("sleep\x0061.5"); left != 0 {
			t.Errorf("%s: %d processes live on", script, left)
		}
		if took := time.Since(began); took > 10*time.Second {
			t.Errorf("%s: took %v", script, took)
		}
	}
}

// running counts processes by their command line.
func running(cmdline string) (n int) {
	for range 100 { // a killed one needs a moment
		if n = len(found(cmdline)); n == 0 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	return n
}

// found returns the processes whose command line begins with the text.
func found(cmdline string) (out []string) {
	files, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, f := range files {
		if data, err := os.ReadFile(f); err == nil && strings.HasPrefix(string(data), cmdline) {
			out = append(out, f)
		}
	}
	return out
}

// TestStrictLimits: a command can't use up the system.
func TestStrictLimits(t *testing.T) {
	needStrict(t)
	a := newArena(t)
	p := a.strict()
	p.Limits.Memory, p.Limits.Processes, p.Limits.CPU = 1<<30, 200, 2*time.Second
	for name, script := range map[string]string{
		"many sleeps":    "for i in {1..5000}; do sleep 30 & done; wait",
		"memory":         `perl -e 'my @a; for (1..3000) { push @a, "x" x (1<<20) } print "got it"'`,
		"memory of many": `for i in 1 2 3 4 5 6; do perl -e 'my @a; for (1..700) { push @a, "x" x (1<<20) } sleep 20; print "got it"' & done; wait`,
		"time":           "while :; do :; done; echo got it",
	} {
		out, code, exceeded := a.box(30*time.Second, p, "/bin/bash", "--norc", "-c", script)
		if code == 0 && strings.Contains(out, "got it") {
			t.Errorf("%s: it was let: %s", name, out)
		}
		t.Logf("%s: code %d, %q, %d bytes of output", name, code, exceeded, len(out))
		if n := running("sleep\x0030"); n > 0 {
			t.Errorf("%s: %d processes live on", name, n)
		}
	}
}

// TestStrictEndsWithItsServer: a command does not outlive the process that started it.
func TestStrictEndsWithItsServer(t *testing.T) {
	needStrict(t)
	if os.Getenv("PTK_TEST_SERVER") != "" {
		a := newArena(t)
		a.bash(a.strict(), "echo begun >&2; sleep 62.5")
		return
	}
	cmd := exec.Command(os.Args[0], "-test.run", "^TestStrictEndsWithItsServer$")
	cmd.Env = append(os.Environ(), "PTK_TEST_SERVER=1")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for began := time.Now(); len(found("sleep\x0062.5")) == 0; time.Sleep(5 * time.Millisecond) {
		if time.Since(began) > 20*time.Second {
			t.Fatal("the command does not begin")
		}
	}
	_ = cmd.Process.Signal(syscall.SIGKILL)
	_ = cmd.Wait()
	if n := running("sleep\x0062.5"); n != 0 {
		t.Errorf("%d processes live on", n)
	}
}
