package search

import (
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// folder is a folder of a walk.
type folder struct {
	rel     string // from the root, with a slash at its end; "" for the root
	rules   *rules // of the folders above; also its own once it is read
	claimed atomic.Bool
	read    sync.WaitGroup // done once the fields below are set
	items   []item         // not to be changed
	inner   []*folder      // of each item that is a folder, nil if it is skipped
	listing *listing       // what the memory stores of it; nil for nothing
	err     error
}

// listing is the content of a folder.
type listing struct {
	is    Stamp
	files []ruleFile // its ignore files
	above *rules     // of the folders above
	rules *rules     // with its own
	items []item     // without those that the rules hide, sorted
	// before is a time before the folder was read; files that changed later, or shortly before, are not stored.
	before    time.Time
	unsettled bool // something in it may change again without another stamp
}

// ruleFile is a file from which the rules of a folder come, or would come if it existed.
type ruleFile struct {
	rel    string
	is     Stamp
	exists bool
}

func (f *files) sameRules(rules []ruleFile) bool {
	return !slices.ContainsFunc(rules, func(r ruleFile) bool {
		is, exists := f.stamp(r.rel)
		return exists != r.exists || exists && is != r.is
	})
}

func (f *files) isUnchanged(rel string, was Stamp) bool {
	is, ok := f.stamp(rel)
	return ok && is == was
}

func (l *listing) stamp(rel string, files *files) Stamp {
	is, ok := files.stamp(rel)
	l.unsettled = l.unsettled || !ok || !is.Settled(l.before)
	return is
}

// stampRules records the states of the ignore files before they are read.
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

// stampOutside records the states of rule files in other folders, or that they don't exist.
func (l *listing) stampOutside(root string, paths []string, files *files) {
	if l == nil {
		return
	}
	for _, path := range paths {
		rel, err := filepath.Rel(root, path)
		if err != nil || !filepath.IsLocal(rel) {
			l.unsettled = true
			return
		}
		f := ruleFile{rel: filepath.ToSlash(rel)}
		if f.is, f.exists = files.stamp(f.rel); f.exists && !f.is.Settled(l.before) {
			l.unsettled = true
		}
		l.files = append(l.files, f)
	}
}
