//go:build linux

package sandbox_test

import (
	"testing"

	"ptk-lsp/tools/sandbox"
)

// TestProbe: what doctor reports was tried, and holds on a system that can enforce it.
func TestProbe(t *testing.T) {
	needStrict(t)
	a := newArena(t)
	claims, err := a.sandbox.Probe(t.Context(), "/bin/bash")
	if err != nil || len(claims) < 20 {
		t.Fatalf("%d claims: %v", len(claims), err)
	}
	for _, c := range claims {
		if !c.Holds {
			t.Errorf("%s, %s: %s", c.Policy, c.Name, c.Says)
		}
	}
}

// TestProbeReportsHoles: under a policy that allows the attempts, the claims don't hold.
func TestProbeReportsHoles(t *testing.T) {
	needStrict(t)
	a := newArena(t)
	for _, c := range sandbox.ProbeHoles(t, a.sandbox) {
		if c.Holds {
			t.Errorf("%s, %s: held, though nothing holds it back", c.Policy, c.Name)
		}
	}
}
