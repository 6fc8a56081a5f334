package sandbox

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"
)

// Claim is something that a sandbox should prevent, and whether it did when it was tried.
type Claim struct {
	Policy string // "strict" for commands that run without a question, "agreed" for those that the user agreed to
	Name   string
	Holds  bool
	Says   string
}

// prober tries what the sandboxes prevent, with its own folders and listeners.
type prober struct {
	sandbox      *Sandbox
	bash         string
	inside, away string // the workspace and a folder outside
	port         string
	received     atomic.Int64
}

// probeCanary is the content of the files that must not be read or changed.
const probeCanary = "ptk-canary"

// Probe tries what each policy prevents, with real files, connections and processes. It takes about a second.
func (s *Sandbox) Probe(ctx context.Context, bash string) ([]Claim, error) {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	dir, err := os.MkdirTemp("", "ptk-probe-")
	if err != nil {
		return nil, fmt.Errorf("making a folder for trying the sandbox: %w", err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return nil, err
	}
	p := &prober{sandbox: s, bash: bash, inside: filepath.Join(dir, "inside"), away: filepath.Join(dir, "away")}
	for _, at := range []string{p.inside, p.away} {
		if err := os.Mkdir(at, 0o700); err != nil {
			return nil, err
		}
		for _, name := range []string{"file", "secret"} {
			if err := os.WriteFile(filepath.Join(at, name), []byte(probeCanary), 0o600); err != nil {
				return nil, err
			}
		}
	}
	stop, err := p.listen()
	if err != nil {
		return nil, err
	}
	defer stop()
	var claims []Claim
	if ok, _ := s.Strict(); ok {
		claims = p.strict(ctx)
	}
	if ok, _ := Available(); ok {
		claims = append(claims, p.agreed(ctx)...)
	}
	return claims, nil
}

// listen counts connections and packets to a local port.
func (p *prober) listen() (stop func(), err error) {
	tcp, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("listening for blocked connections: %w", err)
	}
	udp, err := net.ListenPacket("udp4", tcp.Addr().String())
	if err != nil {
		_ = tcp.Close()
		return nil, fmt.Errorf("listening for blocked connections: %w", err)
	}
	_, p.port, _ = net.SplitHostPort(tcp.Addr().String())
	go func() {
		for {
			c, err := tcp.Accept()
			if err != nil {
				return
			}
			p.received.Add(1)
			_ = c.Close()
		}
	}()
	go func() {
		for {
			if _, _, err := udp.ReadFrom(make([]byte, 99)); err != nil {
				return
			}
			p.received.Add(1)
		}
	}()
	return func() {
		_ = tcp.Close()
		_ = udp.Close()
	}, nil
}

// attempt is a script that must not succeed, print the canary, change a file or reach a listener.
type attempt struct {
	name, claim, script string
	listens             bool // a listener receives something if it succeeds
}

func (p *prober) strict(ctx context.Context) []Claim {
	policy := Policy{Strict: true, Read: []string{filepath.Join(p.inside, "file")}, List: []string{p.inside}, Limits: StrictLimits()}
	claims := []Claim{p.runs(ctx, "strict", policy, "cat file")}
	for _, a := range append(p.common(),
		attempt{"workspace", "can't be written", "echo x > file || echo x > new", false},
		attempt{"secrets", "of the workspace can't be read", "cat secret", false},
		attempt{"other folders", "can't be read", fmt.Sprintf("cat %q", filepath.Join(p.away, "file")), false},
		attempt{"home", "can't be read", fmt.Sprintf("ls %q", homeOrAway(p.away)), false},
		attempt{"processes", "of others can't be inspected", fmt.Sprintf("cat /proc/%d/environ", os.Getpid()), false},
		attempt{"permissions", "can't be changed", "chmod 777 file", false},
	) {
		claims = append(claims, p.try(ctx, "strict", policy, a))
	}
	claims = append(claims, p.leftovers(ctx, "strict", policy))
	policy.Limits.Processes = 100
	return append(claims, p.crowd(ctx, policy))
}

func homeOrAway(away string) string {
	if home, err := os.UserHomeDir(); err == nil {
		return home
	}
	return away
}

func (p *prober) agreed(ctx context.Context) []Claim {
	policy := Policy{Write: []string{p.inside}}
	claims := []Claim{p.runs(ctx, "agreed", policy, "echo y > made && rm made && cat file")}
	for _, a := range append(
		p.common(), attempt{"other folders", "can't be written", fmt.Sprintf("echo x > %q", filepath.Join(p.away, "file")), false},
	) {
		claims = append(claims, p.try(ctx, "agreed", policy, a))
	}
	claims = append(claims, p.leftovers(ctx, "agreed", policy))
	policy.Keep = []string{filepath.Join(p.inside, "secret")}
	return append(
		claims,
		p.try(
			ctx, "agreed", policy,
			attempt{"steering files", "can't be changed by a command without network", "echo x > secret || rm -f secret", false},
		),
	)
}

// common returns what both policies prevent.
func (p *prober) common() []attempt {
	return []attempt{
		{"TCP", "is blocked", "exec 3<>/dev/tcp/127.0.0.1/" + p.port, true},
		{"UDP", "is blocked", "echo x > /dev/udp/127.0.0.1/" + p.port, true},
		{"signals", "can't be sent to other processes", fmt.Sprintf("kill -0 %d", os.Getpid()), false},
		{"terminal", "can't be typed into", "exec 3<>/dev/tty", false},
	}
}

// runs claims that the policy lets a program do what it is meant to.
func (p *prober) runs(ctx context.Context, name string, policy Policy, script string) Claim {
	out, err := p.run(ctx, policy, script)
	if err != nil || !strings.Contains(out, probeCanary) {
		return Claim{name, "programs", false, fmt.Sprintf("don't run: %v %s", err, strings.TrimSpace(out))}
	}
	return Claim{name, "programs", true, "run, and read the workspace"}
}

// try makes an attempt. It is made outside of the sandbox first: if it failed there too, it would prove nothing.
func (p *prober) try(ctx context.Context, name string, policy Policy, a attempt) Claim {
	received := p.received.Load()
	if err := p.command(ctx, a.script).Run(); err != nil && a.name != "terminal" {
		return Claim{name, a.name, false, fmt.Sprintf("could not be tried: %v", err)}
	}
	p.changed()
	for a.listens && p.received.Load() == received && ctx.Err() == nil {
		time.Sleep(time.Millisecond) // the listener may need a moment
	}
	received = p.received.Load()
	out, err := p.run(ctx, policy, a.script)
	if err == nil || strings.Contains(out, probeCanary) || p.received.Load() != received || p.changed() {
		return Claim{name, a.name, false, "NOT ENFORCED: " + a.script}
	}
	return Claim{name, a.name, true, a.claim}
}

// changed reports whether a file was changed, and restores it.
func (p *prober) changed() bool {
	changed := false
	for _, file := range []string{filepath.Join(p.inside, "file"), filepath.Join(p.inside, "secret"), filepath.Join(p.away, "file")} {
		info, err := os.Stat(file)
		data, rerr := os.ReadFile(file)
		if err != nil || rerr != nil || string(data) != probeCanary || info.Mode().Perm() != 0o600 {
			changed = true
			_ = os.WriteFile(file, []byte(probeCanary), 0o600)
			_ = os.Chmod(file, 0o600)
		}
	}
	if _, err := os.Stat(filepath.Join(p.inside, "new")); err == nil {
		changed = true
		_ = os.Remove(filepath.Join(p.inside, "new"))
	}
	return changed
}

// leftovers starts a detached process, which keeps a pipe open as long as it lives.
func (p *prober) leftovers(ctx context.Context, name string, policy Policy) Claim {
	r, w, err := os.Pipe()
	if err != nil {
		return Claim{name, "leftovers", false, err.Error()}
	}
	defer r.Close()
	cmd := p.command(ctx, "setsid sleep 600 & (setsid sleep 600 &) & exit")
	cmd.Stdout = w
	b, err := p.sandbox.Start(cmd, policy)
	w.Close()
	if err != nil {
		return Claim{name, "leftovers", false, err.Error()}
	}
	_ = cmd.Wait()
	b.End()
	if err := r.SetReadDeadline(time.Now().Add(3 * time.Second)); err != nil {
		return Claim{name, "leftovers", false, err.Error()}
	}
	if _, err := r.Read(make([]byte, 1)); err != io.EOF {
		return Claim{name, "leftovers", false, "NOT ENFORCED: detached processes of a command live on"}
	}
	return Claim{name, "leftovers", true, "of a command are killed"}
}

// crowd starts more processes than are allowed.
func (p *prober) crowd(ctx context.Context, policy Policy) Claim {
	cmd := p.command(ctx, "for i in {1..3000}; do sleep 5 & done; wait")
	b, err := p.sandbox.Start(cmd, policy)
	if err != nil {
		return Claim{"strict", "limits", false, err.Error()}
	}
	_ = cmd.Wait()
	b.End()
	if b.Exceeded() == "" && cmd.ProcessState.Success() {
		return Claim{"strict", "limits", false, "NOT ENFORCED: 3000 processes were started"}
	}
	return Claim{"strict", "limits", true, "end a command that starts too many processes"}
}

func (p *prober) command(ctx context.Context, script string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, p.bash, "--norc", "--noprofile", "-c", script)
	cmd.Dir, cmd.Env, cmd.WaitDelay = p.inside, []string{"PATH=" + SystemPath}, time.Second
	return cmd
}

func (p *prober) run(ctx context.Context, policy Policy, script string) (string, error) {
	var out strings.Builder
	cmd := p.command(ctx, script)
	cmd.Stdout, cmd.Stderr = &out, &out
	b, err := p.sandbox.Start(cmd, policy)
	if err != nil {
		return "", err
	}
	err = cmd.Wait()
	b.End()
	return out.String(), err
}
