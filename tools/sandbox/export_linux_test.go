package sandbox

import (
	"os"
	"path/filepath"
	"testing"
)

// ProbeHoles makes the attempts under a policy that allows as much of them as a policy can.
func ProbeHoles(t *testing.T, s *Sandbox) (claims []Claim) {
	p := &prober{sandbox: s, bash: "/bin/bash", inside: t.TempDir(), away: t.TempDir()}
	for _, dir := range []string{p.inside, p.away} {
		for _, name := range []string{"file", "secret"} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(probeCanary), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	stop, err := p.listen()
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	open := Policy{Write: []string{p.inside, p.away}, Network: true}
	for _, a := range []attempt{
		p.common()[0], p.common()[1],
		{script: "echo x > file"},
		{script: "cat secret"},
		{script: "chmod 777 file"},
		{script: "echo x > new; false"},
	} {
		claims = append(claims, p.try(t.Context(), "open", open, a))
	}
	return claims
}

// Older returns a sandbox for an older Landlock, without privileges.
func Older(self string, abi int) *Sandbox {
	s := New(self)
	s.abi, s.admin = func() int { return abi }, func() bool { return false }
	return s
}

// SystemTasks returns how many processes and threads the system has.
func SystemTasks() int { return systemTasks() }
