package search

import (
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// folder is a folder on its way from being found to being given out.
type folder struct {
	rel     string // from the root, with a slash at its end; "" for the root
	rules   *rules // of the folders above; its own too once it is read
	claimed atomic.Bool
	read    sync.WaitGroup // done when what follows is there
	items   []item         // not to be changed
	inner   []*folder      // of each item that is a folder, nil where it is skipped
	listing *listing       // what is kept of it, nil for nothing
	err     error
}

// listing is what a folder held.
type listing struct {
	is    Stamp
	files []ruleFile // its ignore files
	above *rules     // of the folders above
	rules *rules     // with its own
	items []item     // without those that the rules hide, sorted
	// before is when the folder had not been read yet; what was stamped after that less the grain is not kept.
	before time.Time
	fresh  bool // something of it may change again without another stamp
}

// ruleFile is a file that the rules of a folder come from, or would where it were there.
type ruleFile struct {
	rel   string
	is    Stamp
	there bool
}

func (f *files) sameRules(rules []ruleFile) bool {
	return !slices.ContainsFunc(rules, func(r ruleFile) bool {
		is, there := f.stamp(r.rel)
		return there != r.there || there && is != r.is
	})
}

func (f *files) still(rel string, was Stamp) bool {
	is, ok := f.stamp(rel)
	return ok && is == was
}

func (l *listing) stamp(rel string, files *files) Stamp {
	is, ok := files.stamp(rel)
	l.fresh = l.fresh || !ok || !is.Settled(l.before)
	return is
}

// stampRules notes how the ignore files are before they are read.
func (l *listing) stampRules(items []item, prefix int, files *files) {
	if l == nil {
		return
	}
	for _, i := range items {
		if i.kind == regular && slices.Contains(ruleFiles(), i.rel[prefix:]) {
			l.files = append(l.files, ruleFile{i.rel, l.stamp(i.rel, files), true})
		}
	}
}

// stampOutside notes how files are that lie elsewhere, or that they are not there.
func (l *listing) stampOutside(root string, paths []string, files *files) {
	if l == nil {
		return
	}
	for _, path := range paths {
		rel, err := filepath.Rel(root, path)
		if err != nil || !filepath.IsLocal(rel) {
			l.fresh = true
			return
		}
		f := ruleFile{rel: filepath.ToSlash(rel)}
		if f.is, f.there = files.stamp(f.rel); f.there && !f.is.Settled(l.before) {
			l.fresh = true
		}
		l.files = append(l.files, f)
	}
}
