//go:build unix

package mcp

import (
	"slices"
	"strings"
	"testing"
)

// A server that works, one that was given up: both are started again by the user, whatever their state.
func TestRestart(t *testing.T) {
	b := newBed(t, map[string]Config{"small": own(t, "serve"), "missing": {Command: "no-such-program-here"}}).ready()
	if r := b.call("small__crash", `{}`); r.Err == nil {
		t.Fatal("it did not crash")
	}
	b.eventually("its last words are kept", func() bool {
		return slices.ContainsFunc(b.status("small").Output, func(line string) bool { return strings.Contains(line, "out of luck") })
	})
	b.eventually("one is given up", func() bool { return b.status("missing").State == Failed })
	for _, name := range []string{"small", "missing"} {
		if !b.servers.Restart(name) {
			t.Errorf("there is no server %s", name)
		}
	}
	b.eventually("it runs again", func() bool { return b.status("small").State == Running && b.status("small").Tools > 0 })
	b.eventually("the other was tried again", func() bool { return b.status("missing").State == Failed })
	if out := b.status("small").Output; len(out) > 0 {
		t.Errorf("it has the words of the one before: %q", out)
	}
	if b.servers.Restart("nosuch") {
		t.Error("a server that the settings do not name was started")
	}
}

func TestTailKeepsTheLastLines(t *testing.T) {
	var k tail
	for i := range maxTail + 5 {
		k.add(strings.Repeat("x", i))
	}
	if got := k.all(); len(got) != maxTail || len(got[0]) != 5 {
		t.Errorf("%d lines, the first with %d characters", len(got), len(got[0]))
	}
}
