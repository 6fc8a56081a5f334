//go:build linux

package sandbox_test

import (
	"testing"

	"ptk-lsp/tools/sandbox"
)

// TestProbe: what doctor says was tried, and holds on a system that has the walls.
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

// A wall that is not there is told of: the trial of one that lets everything through does not hold.
func TestProbeTellsOfHoles(t *testing.T) {
	needStrict(t)
	a := newArena(t)
	for _, c := range sandbox.ProbeHoles(t, a.sandbox) {
		if c.Holds {
			t.Errorf("%s, %s: held, though nothing holds it back", c.Policy, c.Name)
		}
	}
}
