package sandbox_test

import (
	"bytes"
	"context"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"ptk-lsp/tools/sandbox"
)

// victim is the first argument with which this program waits until it, or its parent, is killed.
const victim = "be-a-victim"

func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case sandbox.Subcommand:
			os.Exit(sandbox.Main(os.Args[2:]))
		case "attack":
			attack(os.Args[2], os.Args[3:])
		case victim:
			_, _ = io.Copy(io.Discard, os.Stdin)
			os.Exit(0)
		}
	}
	os.Exit(m.Run())
}

const canary = "canary-7f3a"

// arena is a workspace, a home and listeners, with canaries everywhere.
type arena struct {
	t       *testing.T
	sandbox *sandbox.Sandbox
	ws      string // readable except for its secret
	out     string // a folder outside, with a home in it
	program string // this program, executable by everyone
	pid     int    // a process outside
	port    int    // of the TCP and UDP listeners
	heard   atomic.Int64
}

func newArena(t *testing.T) *arena {
	t.Helper()
	a := &arena{t: t, ws: t.TempDir(), out: t.TempDir()}
	a.program = filepath.Join(t.TempDir(), "program")
	copyProgram(t, a.program)
	a.sandbox = sandbox.New(a.program)
	for _, dir := range []string{"sub", "empty", ".git"} {
		a.mkdir(filepath.Join(a.ws, dir))
	}
	a.mkdir(filepath.Join(a.out, "empty"))
	a.mkdir(filepath.Join(a.out, "home", ".ssh"))
	for _, dir := range []string{a.ws, a.out} {
		a.write(filepath.Join(dir, "file"), "file "+dir)
		a.write(filepath.Join(dir, "other"), "other")
	}
	a.write(filepath.Join(a.ws, ".env"), canary)
	a.write(filepath.Join(a.ws, "sub", "b.txt"), "b\n")
	a.write(filepath.Join(a.out, "file"), canary)
	a.write(filepath.Join(a.out, "home", ".ssh", "id_rsa"), canary)
	for link, to := range map[string]string{
		"to-env": ".env", "to-out": filepath.Join(a.out, "file"), "to-home": filepath.Join(a.out, "home"),
	} {
		if err := os.Symlink(to, filepath.Join(a.ws, link)); err != nil {
			t.Fatal(err)
		}
	}
	a.listen()
	v := exec.Command(a.program, victim)
	v.Env = []string{"SECRET=" + canary}
	if _, err := v.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := v.Start(); err != nil {
		t.Fatal(err)
	}
	a.pid = v.Process.Pid
	t.Cleanup(func() {
		if err := v.Process.Signal(syscall.Signal(0)); err != nil {
			t.Errorf("the process outside was ended: %v", err)
		}
		_ = v.Process.Kill()
		_ = v.Wait()
	})
	return a
}

func copyProgram(t *testing.T, to string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, data, 0o755); err != nil {
		t.Fatal(err)
	}
}

func (a *arena) mkdir(path string) {
	if err := os.MkdirAll(path, 0o755); err != nil {
		a.t.Fatal(err)
	}
}

func (a *arena) write(path, text string) {
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		a.t.Fatal(err)
	}
}

// listen counts what reaches listeners of every kind.
func (a *arena) listen() {
	tcp, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		a.t.Fatal(err)
	}
	a.port = tcp.Addr().(*net.TCPAddr).Port
	stream, err := net.Listen("unix", filepath.Join(a.out, "socket"))
	if err != nil {
		a.t.Fatal(err)
	}
	for _, l := range []net.Listener{tcp, stream} {
		a.t.Cleanup(func() { l.Close() })
		go func() {
			for {
				c, err := l.Accept()
				if err != nil {
					return
				}
				a.heard.Add(1)
				c.Close()
			}
		}()
	}
	for network, address := range map[string]string{
		"udp4": "127.0.0.1:" + strconv.Itoa(a.port), "unixgram": filepath.Join(a.out, "dgram"),
	} {
		l, err := net.ListenPacket(network, address)
		if err != nil {
			a.t.Fatal(err)
		}
		a.t.Cleanup(func() { l.Close() })
		go func() {
			for {
				if _, _, err := l.ReadFrom(make([]byte, 100)); err != nil {
					return
				}
				a.heard.Add(1)
			}
		}()
	}
}

// strict is the policy in the arena for commands that run without a question.
func (a *arena) strict() sandbox.Policy {
	return sandbox.Policy{
		Strict: true, Programs: []string{a.program}, Hidden: []string{filepath.Join(a.out, "home")}, List: []string{a.ws},
		Read: []string{
			filepath.Join(a.ws, "file"), filepath.Join(a.ws, "other"), filepath.Join(a.ws, "sub"), filepath.Join(a.ws, "empty"),
		}, Limits: sandbox.StrictLimits(),
	}
}

// run runs a confined program and returns its output and exit code.
func (a *arena) run(p sandbox.Policy, argv ...string) (string, int) {
	a.t.Helper()
	out, code, _ := a.box(20*time.Second, p, argv...)
	return out, code
}

// box does the same with a deadline, and returns the limit that was exceeded.
func (a *arena) box(limit time.Duration, p sandbox.Policy, argv ...string) (out string, code int, exceeded string) {
	a.t.Helper()
	ctx, cancel := context.WithTimeout(a.t.Context(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	var b bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr = a.ws, &b, &b
	cmd.Env, cmd.WaitDelay = []string{"PATH=" + sandbox.SystemPath}, time.Second
	box, err := a.sandbox.Start(cmd, p)
	if err != nil {
		a.t.Fatal(err)
	}
	_ = cmd.Wait()
	box.End()
	return b.String(), cmd.ProcessState.ExitCode(), box.Exceeded()
}

func (a *arena) bash(p sandbox.Policy, script string) (string, int) {
	a.t.Helper()
	return a.run(p, "/bin/bash", "--norc", "-c", script)
}

// state returns what the attempts must not change.
func (a *arena) state() map[string]string {
	state := map[string]string{}
	for _, dir := range []string{a.ws, a.out} {
		err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
			if err != nil {
				return err
			}
			info, err := d.Info()
			if err != nil {
				return err
			}
			state[path] = info.Mode().String() + " " + info.ModTime().String()
			if info.Mode().IsRegular() {
				data, err := os.ReadFile(path)
				state[path] += " " + string(data)
				return err
			}
			return nil
		})
		if err != nil {
			a.t.Fatal(err)
		}
	}
	return state
}

// needStrict skips the test if the strict policy can't be enforced.
func needStrict(t *testing.T) {
	t.Helper()
	if ok, why := sandbox.New("").Strict(); !ok {
		t.Skip(why)
	}
}
