package trigram

import (
	"errors"
	"regexp/syntax"
	"sync"
	"sync/atomic"
	"time"

	"ptk-lsp/workspace/search"
	"ptk-lsp/workspace/segment"
)

// Index is the trigram index of one folder: a base, and if files have changed since, a delta of those. It is safe for
// concurrent use.
type Index struct {
	dir *segment.Dir
	o   search.Options
	now func() time.Time

	refreshing sync.Mutex // one refresh at a time

	mu       sync.RWMutex // guards the fields below
	segments []*fileSet   // the base first
	left     int          // files that the last refresh could not index

	trust trust
}

// Open opens the index in the folder dir, if there is one; nothing is made before [Index.Refresh]. Files that are damaged or of
// another version of the program are ignored. The options select the files to index: those that [search.Walk] finds.
// The index must be closed.
func Open(dir string, o search.Options) *Index {
	x := &Index{dir: segment.NewDir(dir), o: o, now: time.Now}
	x.reload()
	return x
}

// The kinds of files in the folder.
const base, delta = "base", "delta"

// reload opens the newest base and the delta that is newer than it.
func (x *Index) reload() {
	var segments []*fileSet
	after := 0
	for _, kind := range []string{base, delta} {
		numbers := x.dir.Numbers(kind)
		if len(numbers) == 0 || numbers[len(numbers)-1] < after {
			break
		}
		after = numbers[len(numbers)-1]
		s, err := openSegment(x.dir.Path(kind, after))
		if err != nil {
			break // it will be built again
		}
		segments = append(segments, s)
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.closeSegments()
	x.segments = segments
}

func (x *Index) closeSegments() {
	for _, s := range x.segments {
		_ = s.Close() // it was only read
	}
	x.segments = nil
}

// Close closes the index; its files stay.
func (x *Index) Close() {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.closeSegments()
}

// Remove deletes the index from the disk.
func (x *Index) Remove() error {
	x.Close()
	return x.dir.Remove()
}

// Status is what an index holds.
type Status struct {
	Files int
	Bytes int64 // on the disk
}

// Status returns what the index holds.
func (x *Index) Status() Status {
	x.mu.RLock()
	defer x.mu.RUnlock()
	var st Status
	for i, s := range x.segments {
		st.Bytes += s.Size
		for _, rel := range s.rels {
			if i == 0 || x.segments[0].find(rel, 0) < 0 {
				st.Files++
			}
		}
	}
	return st
}

// open returns the segments.
func (x *Index) open() []*fileSet {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.segments
}

// leftOut returns how many files the last refresh could not index.
func (x *Index) leftOut() int {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.left
}

// answer is what a segment knows of a query.
type answer struct {
	*fileSet
	may  set // the files that may match
	sure set // the files that have not been written since; nil for none
}

// narrow implements [search.Index] and counts in unknown the files that were asked for and that the index does not have in
// their present state. If the error wraps [segment.ErrCorrupt], the index must be built again.
func (x *Index) narrow(expr *syntax.Regexp, unknown *atomic.Int64) (func() search.Lacks, error) {
	q := queryOf(expr)
	if q.op == all {
		return nil, nil
	}
	x.mu.RLock()
	defer x.mu.RUnlock()
	if len(x.segments) == 0 {
		return nil, nil
	}
	var answers []answer
	files, may, sure := 0, 0, x.trust.sureOf(x.segments)
	for i, s := range x.segments {
		found, err := s.files(q)
		if err != nil {
			return nil, err
		}
		answers = append(answers, answer{s, found, nil})
		if sure != nil {
			answers[i].sure = sure[i]
		}
		files, may = files+len(s.rels), may+found.count()
	}
	if may > files-files/8 {
		return nil, nil // checking the files' times would cost more than it saves
	}
	return func() search.Lacks { return x.lacks(answers, unknown) }, nil
}

// lacks returns a [search.Lacks] for one goroutine. It needs no stamp of files that may match by the first segment, which are
// read, nor of files that are sure to be unchanged.
func (x *Index) lacks(answers []answer, unknown *atomic.Int64) search.Lacks {
	next := make([]int, len(answers)) // after the file that was found last in each
	return func(rel string, stampOf func(string) (search.Stamp, bool)) bool {
		var stamp search.Stamp
		asked := false
		for i, p := range answers {
			at := p.find(rel, next[i])
			if at < 0 {
				continue
			}
			may := p.may.has(at)
			if next[i] = at + 1; i == 0 && may {
				return false
			}
			if p.sure != nil && p.sure.has(at) {
				return !may
			}
			if !asked {
				var ok bool
				if stamp, ok = stampOf(rel); !ok {
					return false
				}
				asked = true
			}
			if p.stamps[at] == stamp {
				return !may
			}
		}
		if x.o.Skip == nil || !x.o.Skip(rel, false) {
			unknown.Add(1)
		}
		return false
	}
}

// discard removes damaged segments, so that they are built again.
func (x *Index) discard() error {
	x.mu.Lock()
	defer x.mu.Unlock()
	var errs []error
	for _, s := range x.segments {
		errs = append(errs, s.Delete())
	}
	x.segments = nil
	return errors.Join(errs...)
}
