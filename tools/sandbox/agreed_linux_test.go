package sandbox_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"ptk-lsp/tools/sandbox"
)

// agreed is the policy in the arena for commands that the user agreed to.
func (a *arena) agreed(network bool) sandbox.Policy {
	return sandbox.Policy{Write: []string{a.ws, "/no/such/folder"}, Network: network}
}

func needLandlock(t *testing.T) {
	t.Helper()
	if ok, words := sandbox.Available(); !ok {
		t.Skip(words)
	}
}

func TestAgreedWrites(t *testing.T) {
	needLandlock(t)
	a := newArena(t)
	for script, fails := range map[string]bool{
		"echo x > a && mkdir d && mv a d/b && cat d/b": false,
		"cat $OUT/other":                                          false,
		"echo x > /dev/null":                                      false,
		"ls / > list && test -s list":                             false,
		"ln file hard && chmod 755 hard && touch -d @1 hard":      false,
		"echo x > $OUT/a":                                         true,
		"echo x > $OUT/file":                                      true,
		"rm -f $OUT/file && test ! -e $OUT/file":                  true,
		"echo x > m && mv m $OUT/m":                               true,
		"ln -s $OUT link && echo x > link/a":                      true,
		"sh -c 'setsid sh -c \"echo x > $OUT/a\"'":                true,
		": > $OUT/file && test ! -s $OUT/file":                    true,
		"echo x > /tmp/ptk-sandbox-test":                          true,
		"kill -9 $PID":                                            true,
		"kill -0 $PID":                                            true,
		"bash -c 'exec 3<>/dev/tcp/127.0.0.1/$PORT'":              true,
		"echo canary > /dev/udp/127.0.0.1/$PORT":                  true,
		"$PROGRAM attack 'TCP fast open' $OUT $PID $PORT":         true,
		"$PROGRAM attack UDP $OUT $PID $PORT":                     true,
		"$PROGRAM attack unix $OUT $PID $PORT":                    true,
		"$PROGRAM attack 'socket NETLINK raw' $OUT $PID $PORT":    true,
		"$PROGRAM attack io_uring_setup $OUT $PID $PORT":          true,
		"$PROGRAM attack TIOCSTI $OUT $PID $PORT":                 true,
		"$PROGRAM attack /dev/tty $OUT $PID $PORT":                true,
		"$PROGRAM attack ptrace $OUT $PID $PORT":                  true,
		"$PROGRAM attack /proc/environ $OUT $PID $PORT":           true,
		"$PROGRAM attack /proc/maps $OUT $PID $PORT":              true,
		"$PROGRAM attack reboot $OUT $PID $PORT":                  true,
		"$PROGRAM attack mount $OUT $PID $PORT":                   true,
		"$PROGRAM attack bpf $OUT $PID $PORT":                     true,
		"$PROGRAM attack '/proc/mem' $OUT $PID $PORT":             true,
		"$PROGRAM attack 'datagram pair sent elsewhere' $OUT 1 1": true,
	} {
		out, code := a.bash(a.agreed(false), a.env()+script)
		if (code != 0) != fails {
			t.Errorf("%s: code %d: %s", script, code, out)
		}
	}
	if n := a.heard.Load(); n != 0 {
		t.Errorf("%d connections", n)
	}
	if data, err := os.ReadFile(filepath.Join(a.out, "file")); err != nil || string(data) != canary {
		t.Errorf("the file outside was changed: %q %v", data, err)
	}
}

func (a *arena) env() string {
	return fmt.Sprintf("export OUT=%s PID=%d PORT=%d PROGRAM=%s; ", a.out, a.pid, a.port, a.program)
}

func TestAgreedNetwork(t *testing.T) {
	needLandlock(t)
	a := newArena(t)
	for _, name := range []string{"TCP fast open", "UDP", "unix"} {
		if out, code := a.run(
			a.agreed(true), a.program, "attack", name, a.out, strconv.Itoa(a.pid), strconv.Itoa(a.port),
		); code != through {
			t.Errorf("%s: code %d: %s", name, code, out)
		}
	}
}

func TestAgreedLeavesNothingBehind(t *testing.T) {
	needLandlock(t)
	a := newArena(t)
	for _, network := range []bool{false, true} {
		if out, _ := a.bash(a.agreed(network), "kill -0 "+strconv.Itoa(os.Getpid())); !strings.Contains(out, "not permitted") {
			t.Skip("this Landlock does not keep signals inside")
		}
		began := time.Now()
		a.bash(
			a.agreed(network),
			"sleep 63.5 & setsid sleep 63.5 & env -i setsid -f sleep 63.5; (trap '' TERM; setsid bash -c 'sleep 63.5') &",
		)
		if n := running("sleep\x0063.5"); n != 0 {
			t.Errorf("network %v: %d processes live on", network, n)
		}
		if took := time.Since(began); took > 10*time.Second {
			t.Errorf("it took %v", took)
		}
	}
}

// TestAgreedKeeps: files that steer other programs can't be changed, and git still works.
func TestAgreedKeeps(t *testing.T) {
	needLandlock(t)
	a := newArena(t)
	if err := os.RemoveAll(filepath.Join(a.ws, ".git")); err != nil {
		t.Fatal(err)
	}
	setup := exec.Command("bash", "-ec", `git init -q . && git config user.email a@b && git config user.name n && git add file other && git commit -qm 1
mkdir .vscode && echo '{}' > .vscode/tasks.json && echo ok > .envrc && echo hook > .git/hooks/pre-push && rm -f .env to-*`)
	setup.Dir, setup.Env = a.ws, append(os.Environ(), "HOME="+a.out)
	if out, err := setup.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	p := a.agreed(false)
	in := func(name string) string { return filepath.Join(a.ws, name) }
	p.Pin = []string{in(".git")}
	p.Keep = []string{in(".git/config"), in(".git/hooks"), in(".git/info"), in(".vscode"), in(".envrc"), in(".idea")}
	if out, code := a.bash(p, "echo >> .envrc"); code == 0 {
		t.Skipf("no mount namespace can be had: %s", out)
	}
	kept := func() (text []byte) {
		for _, name := range []string{".git/config", ".git/hooks/pre-push", ".vscode/tasks.json", ".envrc"} {
			data, err := os.ReadFile(in(name))
			if err != nil {
				t.Fatal(err)
			}
			text = append(text, data...)
		}
		return text
	}
	before := kept()
	for _, script := range []string{
		"echo x > .envrc", "rm -f .envrc", "mv .envrc e", "echo x > e && mv -f e .envrc", "ln -f file .envrc",
		"sed -i s/ok/no/ .envrc", "echo x > .vscode/tasks.json", "echo x > .vscode/new",
		"mv .vscode v", "rm -rf .vscode", "echo x > .git/hooks/post-checkout", "git config core.hooksPath /tmp", "mv .git g",
		"echo x > .git/info/attributes", "mv .git/hooks h", "rm -rf .git/hooks", "umount .envrc", "umount -l .git/hooks",
		"mount -o remount,rw .envrc",
		"unshare -rm umount .envrc", "cp file .git/config", "chmod +x .git/hooks/pre-push", "touch .git/hooks",
		"mount --bind file .envrc", "perl -e 'rename(\".git\", \"x\") or exit 1'",
	} {
		if out, code := a.bash(p, "HOME="+a.out+"; "+script); code == 0 {
			t.Errorf("%s: succeeded: %s", script, out)
		}
		if !bytes.Equal(before, kept()) {
			t.Fatalf("%s: changed what is kept", script)
		}
	}
	for _, script := range []string{
		"echo y >> file && git commit -qam 2",
		"git checkout -q -b other && echo z >> file && git commit -qam 3 && git checkout -q -",
		"echo s >> file && git stash -q && git stash pop -q",
		"git tag v1 && git gc -q && git log --oneline", "git reset -q --hard && git merge -q other",
		"git worktree list && git reflog", "echo n > new && git add new && git rm -qf new",
		"touch newfile && mkdir newdir && mv newfile newdir/",
	} {
		if out, code := a.bash(p, "export HOME="+a.out+"; "+script); code != 0 {
			t.Errorf("%s: code %d: %s", script, code, out)
		}
	}
}

func TestBadCommandLine(t *testing.T) {
	for _, args := range [][]string{nil, {"{}"}, {"{}", "ls"}, {"no json", "--", "ls"}} {
		if code := sandbox.Main(args); code != 126 {
			t.Errorf("%v: code %d", args, code)
		}
	}
}
