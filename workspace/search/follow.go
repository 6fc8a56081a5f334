package search

import (
	"context"
	"slices"
	"time"
)

// Follower reports which files of a tree have been written. It serves one goroutine at a time.
type Follower struct {
	root  string
	trust *trust
	at    int // the cursor in the change log
	// Until is when it expires: the system may miss writes to files that are mapped into memory, and disks that are mounted over a
	// folder.
	Until time.Time
}

// trustFor is how long a follower is valid.
const trustFor = 10 * time.Minute

// Follow starts to report all that is written in the tree from now on. It returns nil if that is not possible now: on systems that
// don't report writes in time, on network disks, in trees with too many folders, or while many files change.
func (m *Memory) Follow(ctx context.Context, o Options) *Follower {
	data := m.of(o.Root)
	if data == nil || !data.startWatch(o.Root) {
		return nil
	}
	o.Dir = ""
	for range 3 { // one walk makes a record, the next one trusts it
		if err := walk(ctx, o, func(item) error { return nil }); err != nil {
			return nil
		}
		data.mu.RLock()
		r := data.whole
		data.mu.RUnlock()
		if r == nil {
			continue
		}
		if t := r.trust.Load(); t.holds(o.Root) {
			t.changes.mu.Lock()
			defer t.changes.mu.Unlock()
			return &Follower{o.Root, t, t.changes.cursor(), time.Now().Add(trustFor)}
		}
	}
	return nil
}

// Same reports whether it is certain that no file was created, removed or renamed since the follower was made.
func (f *Follower) Same() bool { return time.Now().Before(f.Until) && f.trust.holds(f.root) }

// Written returns the paths from the root that may have been written, created, renamed or removed since the last call, some more
// than once. ok is false, now and in later calls, if the list may be incomplete: a folder was moved, too much happened, or the
// follower has expired.
func (f *Follower) Written() (rels []string, ok bool) {
	n := f.trust.changes
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.catchUp() != nil || f.at < n.dropped || !time.Now().Before(f.Until) {
		f.at = -1
		return nil, false
	}
	rels = slices.Clone(n.written[f.at-n.dropped:])
	f.at = n.cursor()
	return rels, true
}
