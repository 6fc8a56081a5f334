package index

import (
	"path/filepath"
	"slices"
	"sync"
)

// todo is what a goroutine in the background has to look at. It is safe for concurrent use.
type todo struct {
	root string
	wake chan struct{} // holds one value if there is something to do

	mu    sync.Mutex // guards the fields below
	paths []string   // that changed
	all   bool       // look at all files
}

func newTodo(root string) *todo { return &todo{root: root, wake: make(chan struct{}, 1)} }

// add adds absolute paths, or all files if there are no paths.
func (t *todo) add(paths []string) {
	t.mu.Lock()
	for _, p := range paths {
		if rel, err := filepath.Rel(t.root, p); err == nil && filepath.IsLocal(rel) {
			t.paths = append(t.paths, filepath.ToSlash(rel))
		}
	}
	t.all = t.all || len(paths) == 0
	idle := !t.all && len(t.paths) == 0
	t.mu.Unlock()
	if !idle {
		signal(t.wake)
	}
}

// take returns and forgets what there is to do; the paths are sorted and distinct.
func (t *todo) take() (paths []string, all bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	paths, all = t.paths, t.all
	t.paths, t.all = nil, false
	slices.Sort(paths)
	return slices.Compact(paths), all
}

// signal sends to a channel that holds at most one value.
func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default: // it holds one
	}
}
