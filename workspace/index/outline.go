package index

import (
	"context"
	"fmt"
	"sync"

	"ptk-lsp/workspace/repomap"
)

// outline holds the map of a folder, which is made again if it was asked for since the index changed. It is safe for concurrent use.
type outline struct {
	drawn chan struct{} // closed once there is a map

	mu    sync.Mutex // guards the fields below
	tree  *repomap.Map
	stale bool // tree is older than the index
	asked bool // since it was made
}

// get returns the map, nil if there is none yet. outdated reports whether it should be made again.
func (o *outline) get() (tree *repomap.Map, outdated bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	outdated = o.stale && o.tree != nil
	o.asked = o.asked || outdated
	return o.tree, outdated
}

// invalidate records that the index has changed.
func (o *outline) invalidate() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.stale = true
}

// update makes the map if there is none, or if an old one was asked for.
func (o *outline) update(ctx context.Context, x *Index) error {
	o.mu.Lock()
	wanted := o.stale && (o.tree == nil || o.asked)
	o.stale, o.asked = o.stale && !wanted, false
	o.mu.Unlock()
	if !wanted {
		return nil
	}
	tree, err := x.Map(ctx)
	if err != nil {
		return fmt.Errorf("making the map: %w", err)
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.tree == nil {
		close(o.drawn)
	}
	o.tree = tree
	return nil
}
