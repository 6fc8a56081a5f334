package search

import (
	"errors"
	"strings"
)

// watchRecord watches the folders of a record, if the tree is watched at all. If all folders are unchanged after that, the
// returned trust can be stored in the record; it is nil if there is none.
func (m *memory) watchRecord(r *record) *trust {
	m.mu.RLock()
	n := m.changes
	m.mu.RUnlock()
	if n == nil {
		return nil
	}
	shape, err := n.add(r.folders)
	if err != nil {
		m.stopWatch(n, err)
		return nil
	}
	return &trust{n, shape, outside(r.folders)}
}

// stopWatch drops a change log that has ended.
func (m *memory) stopWatch(n *changeLog, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.changes == n {
		m.changes = nil
	}
	m.unwatchable = m.unwatchable || errors.Is(err, errUnwatchable)
}

// startWatch starts to watch if that is possible, and reports whether the tree is watched.
func (m *memory) startWatch(root string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.changes != nil || m.unwatchable {
		return !m.unwatchable
	}
	w, err := newWatch(root)
	if err != nil {
		m.unwatchable = errors.Is(err, errUnwatchable)
		return false
	}
	m.changes = &changeLog{watch: w}
	return true
}

// outside returns the files that the ignore rules come from and that are in no folder of the walk.
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
