package mcp

import (
	"slices"
	"sync"
)

// maxTail is how many lines are kept of what a server's program writes.
const maxTail = 50

// tail are the last lines that the programs of a server wrote.
type tail struct {
	mu    sync.Mutex // guards lines
	lines []string
}

func (t *tail) add(line string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.lines = append(t.lines, line)
	if len(t.lines) > maxTail {
		t.lines = slices.Delete(t.lines, 0, len(t.lines)-maxTail)
	}
}

func (t *tail) all() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Clone(t.lines)
}
