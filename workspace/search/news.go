package search

import (
	"slices"
	"sync"
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
