package search

import (
	"context"
	"slices"
	"time"
)

// Follower is told which files of a tree have been written. It serves one goroutine at a time.
type Follower struct {
	root  string
	trust *trust
	at    int // how much it was told
	// Until is when it knows no more: the system may miss what is written into memory that is a file, and a disk that is
	// mounted over a folder.
	Until time.Time
}

// trustFor is how long a follower knows.
const trustFor = 10 * time.Minute

// Follow has the system tell of all that is written in the tree from now on. It gives nil where that can't be had now:
// on systems that don't tell in time, on disks of other machines, in trees with too many folders, or while much changes.
func (m *Memory) Follow(ctx context.Context, o Options) *Follower {
	kept := m.of(o.Root)
	if kept == nil || !kept.listen(o.Root) {
		return nil
	}
	o.Dir = ""
	for range 3 { // one makes a record, the next has trust in it
		if err := walk(ctx, o, func(item) error { return nil }); err != nil {
			return nil
		}
		kept.mu.RLock()
		r := kept.whole
		kept.mu.RUnlock()
		if r == nil {
			continue
		}
		if t := r.trust.Load(); t.holds(o.Root) {
			t.news.mu.Lock()
			defer t.news.mu.Unlock()
			return &Follower{o.Root, t, t.news.told(), time.Now().Add(trustFor)}
		}
	}
	return nil
}

// Same is true where no file has come, gone or been renamed since the follower began, as far as that is known.
func (f *Follower) Same() bool { return time.Now().Before(f.Until) && f.trust.holds(f.root) }

// Written gives the paths from the root of what may have been written, made, renamed or removed since the last call, some
// more than once. ok is false where there may be others, now and from then on: a folder was moved, too much happened, or
// the time is over.
func (f *Follower) Written() (rels []string, ok bool) {
	n := f.trust.news
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.catchUp() != nil || f.at < n.dropped || !time.Now().Before(f.Until) {
		f.at = -1
		return nil, false
	}
	rels = slices.Clone(n.written[f.at-n.dropped:])
	f.at = n.told()
	return rels, true
}
