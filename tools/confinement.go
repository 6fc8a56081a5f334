package tools

import (
	"os/exec"
	"sync"

	"ptk-lsp/tools/process"
	"ptk-lsp/tools/readable"
	"ptk-lsp/tools/sandbox"
)

// confinement runs commands in the sandbox and knows what they may read and write. It is safe for concurrent use.
type confinement struct {
	*Shell
	sandbox *sandbox.Sandbox

	mu    sync.Mutex // guards trees
	trees map[string]*readable.Tree
}

func newConfinement(s *Shell) *confinement {
	return &confinement{Shell: s, sandbox: sandbox.New(s.Self), trees: map[string]*readable.Tree{}}
}

// tree returns the tree of a folder whose path has no links.
func (f *confinement) tree(real string) *readable.Tree {
	f.mu.Lock()
	defer f.mu.Unlock()
	t := f.trees[real]
	if t == nil {
		t = readable.New(real, f.secrets().Match, Protected)
		f.trees[real] = t
	}
	return t
}

// begin returns a function that starts commands under a policy.
func (f *confinement) begin(p sandbox.Policy) func(*exec.Cmd) (process.Box, error) {
	return func(cmd *exec.Cmd) (process.Box, error) {
		b, err := f.sandbox.Start(cmd, p)
		if err != nil {
			return nil, err
		}
		return b, nil
	}
}
