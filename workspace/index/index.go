package index

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/gofrs/flock"

	"ptk-lsp/workspace/search"
)

// Options say what is indexed and how.
type Options struct {
	// Search says which files: those that [search.Walk] finds. Its Skip must hide what may never be in an index.
	Search search.Options
	Embed  Embedder
}

// Index finds pieces of the files of one folder. It is safe for concurrent use.
type Index struct {
	dir   string // where its segments are
	o     Options
	embed Embedder
	lock  *flock.Flock // held where this process may write

	writing   sync.Mutex // one change at a time
	buffering sync.Mutex // one call of SetBuffers at a time

	mu       sync.RWMutex // guards what follows
	segments []*segment   // the oldest first
	files    map[string]known
	buffers  map[string]*buffer // unsaved, by the path of their file
}

// known is where the newest of a file is.
type known struct {
	fileEntry
	segment *segment
	at      int // in its files
}

// ErrLocked is under the error of changing an index that another process changes.
var ErrLocked = errors.New("another process builds this index")

// Open opens the index that lies in the folder dir, or begins one there. One that is damaged, older than this program or made with
// another embedder is begun anew. It must be closed; [Index.Refresh] brings it up to date.
func Open(dir string, o Options) (*Index, error) {
	if o.Embed.Embed != nil && o.Embed.Dim <= 0 {
		return nil, fmt.Errorf("%s says no dimension for its vectors", o.Embed.Name)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("making the index: %w", err)
	}
	x := &Index{dir: dir, o: o, embed: o.Embed.orDefault(), lock: flock.New(filepath.Join(dir, "lock")), files: map[string]known{}}
	locked, err := x.lock.TryLock()
	if err != nil {
		return nil, fmt.Errorf("locking the index: %w", err)
	}
	if !locked {
		x.lock = nil
	}
	if err := x.load(); err != nil {
		x.closeSegments()
		if x.lock == nil {
			return x, nil // the process that has it builds it
		}
		if err := x.clear(); err != nil {
			return nil, errors.Join(err, x.Close())
		}
	}
	return x, nil
}

// load opens the segments that are there.
func (x *Index) load() error {
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
		s, err := openSegment(name, number)
		if err != nil {
			return err
		}
		x.segments = append(x.segments, s)
		if s.embed != x.embed.Name || s.f.dim != int64(x.embed.Dim) {
			return fmt.Errorf("%s was made with %s: %w", name, s.embed, ErrCorrupt)
		}
	}
	x.resolve()
	return nil
}

// resolve tells which files of each segment are still true; the caller holds mu or is alone.
func (x *Index) resolve() {
	clear(x.files)
	for _, s := range x.segments {
		clear(s.dead)
		s.deadFiles = 0
	}
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
		x.files[f.rel] = known{f, s, i}
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
	if x.lock == nil {
		return nil
	}
	err := x.lock.Unlock()
	x.lock = nil
	return err
}

// Clear forgets everything, so that the next [Index.Refresh] builds it again.
func (x *Index) Clear() error {
	x.writing.Lock()
	defer x.writing.Unlock()
	if x.lock == nil {
		return ErrLocked
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.clear()
}

// Status is what an index holds.
type Status struct {
	Files, Chunks int
	Segments      int
	Bytes         int64 // on the disk
	Embedder      string
	Locked        bool // another process builds it
}

// Status tells what the index holds.
func (x *Index) Status() Status {
	x.mu.RLock()
	defer x.mu.RUnlock()
	st := Status{Files: len(x.files), Segments: len(x.segments), Embedder: x.embed.Name, Locked: x.lock == nil}
	for _, s := range x.segments {
		st.Bytes += s.bytes
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
	f, ok := x.files[rel]
	return ok && f.size == size && f.mtime == mtime
}
