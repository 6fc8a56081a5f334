package index

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/gofrs/flock"

	"ptk-lsp/workspace/search"
)

// Options say what is indexed and how.
type Options struct {
	// Search says which files: those that [search.Walk] finds. Its Skip must hide what may never be in an index.
	Search search.Options
	// Embed is asked for vectors by [Index.Embed] and by searches; the zero one is not.
	Embed Embedder
}

// Index finds pieces of the files of one folder. It is safe for concurrent use.
type Index struct {
	dir  string // where its segments are
	o    Options
	lock *flock.Flock // held by the process that may write

	writing   sync.Mutex // one change at a time, and guards follower
	follower  *search.Follower
	buffering sync.Mutex // one call of SetBuffers at a time

	mu       sync.RWMutex // guards what follows
	owner    bool         // this process has the lock
	seen     time.Time    // where it has not: when the folder was changed that segments show
	segments []*segment   // the oldest first
	files    map[string]known
	buffers  map[string]*buffer // unsaved, by the path of their file
}

// known is where the newest of a file is.
type known struct {
	segment *segment
	at      int // in its files
}

func (k known) entry() *fileEntry { return &k.segment.files[k.at] }

// ErrLocked is under the error of changing an index that another process changes.
var ErrLocked = errors.New("another process builds this index")

// Open opens the index that lies in the folder dir, or begins one there. One that is damaged or older than this program is begun
// anew. It must be closed; [Index.Refresh] brings it up to date.
func Open(dir string, o Options) (*Index, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("making the index: %w", err)
	}
	x := &Index{dir: dir, o: o, lock: flock.New(filepath.Join(dir, "lock")), files: map[string]known{}}
	var err error
	if x.owner, err = x.lock.TryLock(); err != nil {
		return nil, fmt.Errorf("locking the index: %w", err)
	}
	if err := x.load(); err != nil && x.owner {
		if err := x.clear(); err != nil {
			return nil, errors.Join(err, x.Close())
		}
	}
	return x, nil
}

// load opens the segments that are there and lets go of others; the caller holds mu or is alone. Where it can't, there are none:
// the process that has the lock builds them.
func (x *Index) load() error {
	x.seen = x.changed()
	err := x.loadAll()
	if err != nil {
		x.closeSegments()
	}
	return err
}

// changed is when a segment was last made or removed.
func (x *Index) changed() time.Time {
	info, err := os.Stat(x.dir)
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}

func (x *Index) loadAll() error {
	old := map[int]*segment{}
	for _, s := range x.segments {
		old[s.number] = s
	}
	x.segments = nil
	defer func() {
		for _, s := range old {
			_ = s.close() // it was only read
		}
	}()
	names, err := filepath.Glob(filepath.Join(x.dir, "segment-*"))
	if err != nil {
		return err
	}
	slices.Sort(names)
	for _, name := range names {
		var number int
		if _, err := fmt.Sscanf(filepath.Base(name), "segment-%d", &number); err != nil {
			return fmt.Errorf("%s: %w", name, ErrCorrupt)
		}
		s := old[number]
		if s != nil && s.is(name) {
			delete(old, number)
		} else if s, err = openSegment(name, number); err != nil {
			return err
		}
		x.segments = append(x.segments, s)
		if s.embed != hashedName || s.f.dim != hashedDim {
			return fmt.Errorf("%s was made with %s: %w", name, s.embed, ErrCorrupt)
		}
		x.openMeaning(s)
	}
	x.resolve()
	return nil
}

// resolve tells which files of each segment are still true; the caller holds mu or is alone.
func (x *Index) resolve() {
	files := 0
	for _, s := range x.segments {
		clear(s.dead)
		s.deadFiles = 0
		files += len(s.files)
	}
	x.files = make(map[string]known, files)
	for _, s := range x.segments {
		x.supersede(s)
	}
}

// supersede lets a segment's files take the place of those that older ones have.
func (x *Index) supersede(s *segment) {
	for i, f := range s.files {
		if old, ok := x.files[f.rel]; ok {
			old.segment.kill(old.at)
			delete(x.files, f.rel)
		}
		if f.deleted {
			s.kill(i)
			continue
		}
		x.files[f.rel] = known{s, i}
	}
}

func (s *segment) kill(file int) {
	s.dead[file] = true
	s.deadFiles++
}

// clear removes the segments from the disk.
func (x *Index) clear() error {
	x.closeSegments()
	names, err := filepath.Glob(filepath.Join(x.dir, "*-*"))
	if err != nil {
		return err
	}
	var errs []error
	for _, name := range names {
		errs = append(errs, ignoreMissing(os.Remove(name)))
	}
	return errors.Join(errs...)
}

func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func (x *Index) closeSegments() {
	for _, s := range x.segments {
		_ = s.close() // it was only read
	}
	x.segments = nil
	clear(x.files)
}

// Close closes the index; what was written stays.
func (x *Index) Close() error {
	x.writing.Lock()
	defer x.writing.Unlock()
	x.mu.Lock()
	defer x.mu.Unlock()
	x.closeSegments()
	x.owner = false
	return x.lock.Close()
}

// own makes sure that this process may write: it takes the lock where the process that had it is gone.
func (x *Index) own() error {
	if x.owner {
		return nil
	}
	locked, err := x.lock.TryLock()
	if err != nil {
		return fmt.Errorf("locking the index: %w", err)
	}
	if !locked {
		return ErrLocked
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.owner = true
	if err := x.load(); err != nil {
		return x.clear()
	}
	return nil
}

// follow takes over what the process that has the lock has written since.
func (x *Index) follow() {
	x.mu.RLock()
	current := x.owner || x.changed().Equal(x.seen)
	x.mu.RUnlock()
	if current || !x.writing.TryLock() {
		return
	}
	defer x.writing.Unlock()
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.owner {
		return
	}
	_ = x.load() // without segments nothing is found, as while it is built
}

// Clear forgets everything, so that the next [Index.Refresh] builds it again.
func (x *Index) Clear() error {
	x.writing.Lock()
	defer x.writing.Unlock()
	if err := x.own(); err != nil {
		return err
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.follower = nil
	return x.clear()
}

// Status is what an index holds.
type Status struct {
	Files, Chunks int
	Segments      int
	Bytes         int64  // on the disk
	Embedder      string // of the vectors, where a model makes them
	Embedded      int    // chunks that have its vectors
	Locked        bool   // another process builds it
}

// Status tells what the index holds.
func (x *Index) Status() Status {
	x.mu.RLock()
	defer x.mu.RUnlock()
	st := Status{Files: len(x.files), Segments: len(x.segments), Embedder: x.o.Embed.Name, Locked: !x.owner}
	for _, s := range x.segments {
		st.Bytes += s.bytes
		if m := s.meaning; m != nil {
			st.Bytes += m.bytes
			st.Embedded += m.chunks - m.missing
		}
		for i, dead := range s.dead {
			if !dead {
				st.Chunks += s.chunks(i)
			}
		}
	}
	return st
}

// chunks counts those of a file.
func (s *segment) chunks(file int) int {
	end := int(s.f.chunks)
	if file+1 < len(s.files) {
		end = s.files[file+1].first
	}
	return end - s.files[file].first
}

// current tells whether the file is in the index as it is on the disk.
func (x *Index) current(rel string, size, mtime int64) bool {
	k, ok := x.files[rel]
	return ok && k.entry().size == size && k.entry().mtime == mtime
}
