package search

import (
	"slices"
	"sync"
)

// changeLog holds what the system has reported of a tree since it is watched. It is safe for concurrent use.
type changeLog struct {
	mu      sync.Mutex // guards the fields below
	watch   *watch
	ended   error    // why the log has ended
	written []string // paths of files, in the order of the reports
	dropped int      // number of reports before those
	read    int      // the highest cursor that a reader has
	shape   int      // number of times that files or ignore rules of the tree may have been added or removed
}

// maxWritten is how many paths are stored for readers that have not read them yet.
const maxWritten = 4096

// catchUp reads the pending reports; the caller holds mu.
func (n *changeLog) catchUp() error {
	if n.ended == nil {
		n.end(n.watch.take(n.append))
	}
	return n.ended
}

// end ends the log if err is not nil; the caller holds mu.
func (n *changeLog) end(err error) {
	if err != nil && n.ended == nil {
		n.ended, n.written = err, nil
		n.watch.close()
	}
}

func (n *changeLog) append(e event) {
	if e.shape {
		n.shape++
	}
	if k := len(n.written); n.dropped+k > n.read && n.written[k-1] == e.rel {
		return
	}
	if len(n.written) >= maxWritten {
		n.dropped += len(n.written) / 2
		n.written = slices.Delete(n.written, 0, len(n.written)/2)
	}
	n.written = append(n.written, e.rel)
}

// cursor returns the end of the log and marks it as read. The caller holds mu.
func (n *changeLog) cursor() int {
	n.read = n.dropped + len(n.written)
	return n.read
}

// add watches more folders and returns the current shape of the tree.
func (n *changeLog) add(folders []recorded) (shape int, err error) {
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

// trust is the reason why a record may be used unchecked: nothing was created, removed or renamed in any folder since it was made.
type trust struct {
	changes *changeLog
	shape   int
	outside []ruleFile // which are not watched
}

func (t *trust) holds(root string) bool {
	if t == nil {
		return false
	}
	t.changes.mu.Lock()
	err := t.changes.catchUp()
	same := t.changes.shape == t.shape
	t.changes.mu.Unlock()
	if err != nil || !same || len(t.outside) == 0 {
		return err == nil && same
	}
	f := newFiles(root)
	defer f.close()
	return f.sameRules(t.outside)
}
