package trigram

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp/syntax"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"ptk-lsp/workspace/search"
)

// Index is the trigram index of one folder: a base, and where files have changed since a delta of those. It is safe for
// concurrent use.
type Index struct {
	dir string // where its segments are
	o   search.Options
	now func() time.Time

	refreshing sync.Mutex // one refresh at a time

	mu       sync.RWMutex // guards what follows
	segments []*segment   // the base first
	left     int          // files that the last refresh could not take in

	trust trust
}

// ErrLocked is under the error of changing an index that another process changes.
var ErrLocked = errors.New("another process builds this trigram index")

// Open opens the index that lies in the folder dir, where there is one; nothing is made before [Index.Refresh]. What is
// damaged, or of another version of the program, is passed over. The options say which files are indexed: those that
// [search.Walk] finds. It must be closed.
func Open(dir string, o search.Options) *Index {
	x := &Index{dir: dir, o: o, now: time.Now}
	x.reload()
	return x
}

const basePrefix, deltaPrefix = "base-", "delta-"

// reload opens the newest base and the delta that is newer than it.
func (x *Index) reload() {
	var segments []*segment
	after := 0
	for _, prefix := range []string{basePrefix, deltaPrefix} {
		numbers := x.numbers(prefix)
		if len(numbers) == 0 || numbers[len(numbers)-1] < after {
			break
		}
		after = numbers[len(numbers)-1]
		s, err := openSegment(x.path(prefix, after))
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

func (x *Index) path(prefix string, number int) string {
	return filepath.Join(x.dir, fmt.Sprintf("%s%08d", prefix, number))
}

// numbers gives those of the segments whose names begin so, rising.
func (x *Index) numbers(prefix string) []int {
	names, _ := filepath.Glob(filepath.Join(x.dir, prefix+"*")) // the pattern is none that can fail
	var out []int
	for _, name := range names {
		var n int
		if _, err := fmt.Sscanf(filepath.Base(name), prefix+"%d", &n); err == nil && n > 0 {
			out = append(out, n)
		}
	}
	slices.Sort(out)
	return out
}

func (x *Index) closeSegments() {
	for _, s := range x.segments {
		_ = s.file.Close() // it was only read
	}
	x.segments = nil
}

// Close closes the index; what was written stays.
func (x *Index) Close() {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.closeSegments()
}

// Remove deletes the index from the disk.
func (x *Index) Remove() error {
	x.Close()
	err := os.RemoveAll(x.dir)
	if err != nil {
		return fmt.Errorf("removing the trigram index: %w", err)
	}
	return nil
}

// Status is what an index holds.
type Status struct {
	Files int
	Bytes int64 // on the disk
}

// Status tells what the index holds.
func (x *Index) Status() Status {
	x.mu.RLock()
	defer x.mu.RUnlock()
	var st Status
	for i, s := range x.segments {
		st.Bytes += s.bytes
		for _, rel := range s.rels {
			if i == 0 || x.segments[0].find(rel, 0) < 0 {
				st.Files++
			}
		}
	}
	return st
}

// open gives the segments.
func (x *Index) open() []*segment {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.segments
}

// leftOut gives how many files the last refresh could not take in.
func (x *Index) leftOut() int {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.left
}

// known is what a segment says of a query.
type known struct {
	*segment
	may  set // the files that may match
	sure set // those that have not been written since; nil for none
}

// narrow is what [search.Index] asks for. Beside it, unknown counts the files that were asked for and that the index does not know as
// they are. The error is under [ErrCorrupt] where the index must be built again.
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
	var parts []known
	files, may, sure := 0, 0, x.sure()
	for i, s := range x.segments {
		found, err := s.files(q)
		if err != nil {
			return nil, err
		}
		parts = append(parts, known{s, found, nil})
		if sure != nil {
			parts[i].sure = sure[i]
		}
		files, may = files+len(s.rels), may+found.count()
	}
	if may > files-files/8 {
		return nil, nil // to look at the files' times would cost more than it saves
	}
	return func() search.Lacks { return x.lacks(parts, unknown) }, nil
}

// lacks gives a [search.Lacks] of its own for a goroutine: the state is not asked for of files that the first segment says
// may match, which are read, nor of those that are sure to be as they were.
func (x *Index) lacks(parts []known, unknown *atomic.Int64) search.Lacks {
	next := make([]int, len(parts)) // after the file that was found last in each
	return func(rel string, stamp func(string) (search.Stamp, bool)) bool {
		var is search.Stamp
		asked := false
		for i, p := range parts {
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
				if is, ok = stamp(rel); !ok {
					return false
				}
				asked = true
			}
			if p.stamps[at] == is {
				return !may
			}
		}
		if x.o.Skip == nil || !x.o.Skip(rel, false) {
			unknown.Add(1)
		}
		return false
	}
}

// clear removes what is damaged, so that it is built again.
func (x *Index) clear() error {
	x.mu.Lock()
	defer x.mu.Unlock()
	var errs []error
	for _, s := range x.segments {
		errs = append(errs, s.file.Close(), ignoreMissing(os.Remove(s.file.Name())))
	}
	x.segments = nil
	return errors.Join(errs...)
}

func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
