package search

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"
)

// Errors of a watch: it may have missed something and has to begin anew, or there can be none.
var (
	errLost      = errors.New("the watch has lost track")
	errNeverTold = errors.New("the system does not tell what is written here")
)

// news is what the system has told of a tree since it is watched. It is safe for concurrent use.
type news struct {
	mu      sync.Mutex // guards what follows
	watch   *watch
	ended   error    // why there will be no more
	written []string // paths of files, in the order of the telling
	dropped int      // how many were told before those
	asked   int      // how many somebody has asked for
	shape   int      // how many times the files and ignore rules of the tree may have become others
}

// mostWritten is how many paths are kept for those who have not asked yet.
const mostWritten = 4096

// catchUp takes what was told until now; the caller holds mu.
func (n *news) catchUp() error {
	if n.ended == nil {
		n.end(n.watch.take(n.note))
	}
	return n.ended
}

// end lets go of the watch where there was an error; the caller holds mu.
func (n *news) end(err error) {
	if err != nil && n.ended == nil {
		n.ended, n.written = err, nil
		n.watch.close()
	}
}

func (n *news) note(e event) {
	if e.shape {
		n.shape++
	}
	if k := len(n.written); n.dropped+k > n.asked && n.written[k-1] == e.rel {
		return
	}
	if len(n.written) >= mostWritten {
		n.dropped += len(n.written) / 2
		n.written = slices.Delete(n.written, 0, len(n.written)/2)
	}
	n.written = append(n.written, e.rel)
}

// told tells how much was told until now: whoever begins there asks for what comes after. The caller holds mu.
func (n *news) told() int {
	n.asked = n.dropped + len(n.written)
	return n.asked
}

// add watches the folders too and gives the shape that the tree has had since.
func (n *news) add(folders []recorded) (shape int, err error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, f := range folders {
		if n.ended == nil {
			n.end(n.watch.add(f.rel))
		}
	}
	err = n.catchUp()
	return n.shape, err
}

// trust is what a record can be believed by: nothing has come, gone or been renamed in any folder since it was made.
type trust struct {
	news    *news
	shape   int
	outside []ruleFile // which nobody tells of
}

func (t *trust) holds(root string) bool {
	if t == nil {
		return false
	}
	t.news.mu.Lock()
	err := t.news.catchUp()
	same := t.news.shape == t.shape
	t.news.mu.Unlock()
	if err != nil || !same || len(t.outside) == 0 {
		return err == nil && same
	}
	f := newFiles(root)
	defer f.close()
	return f.sameRules(t.outside)
}

// watchRecord watches the folders of a record, where the tree is watched at all. Where all are as recorded after that, the
// trust that it gives can be put in the record; nil where there is none.
func (m *memory) watchRecord(r *record) *trust {
	m.mu.RLock()
	n := m.news
	m.mu.RUnlock()
	if n == nil {
		return nil
	}
	shape, err := n.add(r.folders)
	if err != nil {
		m.unwatch(n, err)
		return nil
	}
	return &trust{n, shape, outside(r.folders)}
}

// unwatch lets go of news that can't go on.
func (m *memory) unwatch(n *news, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.news == n {
		m.news = nil
	}
	m.deaf = m.deaf || errors.Is(err, errNeverTold)
}

// listen begins to watch, where that can be and is not done.
func (m *memory) listen(root string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.news != nil || m.deaf {
		return !m.deaf
	}
	w, err := newWatch(root)
	if err != nil {
		m.deaf = errors.Is(err, errNeverTold)
		return false
	}
	m.news = &news{watch: w}
	return true
}

// close ends the watch.
func (m *memory) close() {
	if m == nil {
		return
	}
	m.mu.Lock()
	n := m.news
	m.news, m.deaf = nil, true
	m.mu.Unlock()
	if n != nil {
		n.mu.Lock()
		defer n.mu.Unlock()
		n.end(errNeverTold)
	}
}

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

// outside are the files that the ignore rules come from and that lie in no folder of the walk.
func outside(folders []recorded) []ruleFile {
	var out []ruleFile
	for _, f := range folders {
		for _, r := range f.files {
			if name, in := strings.CutPrefix(r.rel, f.rel); !in || strings.Contains(name, "/") {
				out = append(out, r)
			}
		}
	}
	return out
}
