package search

import (
	"errors"
	"strings"
)

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
