package index

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"ptk-lsp/workspace/search"
	"ptk-lsp/workspace/segment"
)

// Options select what is indexed and how.
type Options struct {
	// Search selects the files: those that [search.Walk] finds. Its Skip must hide the files that may never be in an index.
	Search search.Options
	// Embed makes vectors for [Index.Embed] and for searches; the zero Embedder makes none.
	Embed Embedder
}

// Embedder makes vectors of texts with a model, so that texts of similar meaning have similar vectors. The zero Embedder makes none.
type Embedder struct {
	Name string // of the model; vectors of another model are made again
	// Documents returns a vector for each text, in their order. It may call a server, and gets few texts at a time.
	Documents func(ctx context.Context, texts []string) ([][]float32, error)
	// Query returns the vector of a search query.
	Query func(ctx context.Context, text string) ([]float32, error)
}

// Index finds pieces of the files of one folder. It is safe for concurrent use.
type Index struct {
	dir *segment.Dir
	o   Options

	writing   sync.Mutex // one change at a time, and guards follower
	follower  *search.Follower
	buffering sync.Mutex // one call of SetBuffers at a time

	mu    sync.RWMutex // guards the fields below
	owner bool         // this process has the lock of the folder
	seen  time.Time    // if not: when the folder was changed that the segments are of
	contents
}

// Open opens the index in the folder dir, or begins one there. An index that is damaged or of another version of the program is
// built again. It must be closed; [Index.Refresh] brings it up to date.
func Open(dir string, o Options) (*Index, error) {
	x := &Index{dir: segment.NewDir(dir), o: o, contents: contents{files: map[string]known{}}}
	if err := x.dir.Make(); err != nil {
		return nil, err
	}
	err := x.dir.Lock()
	if err != nil && !errors.Is(err, segment.ErrLocked) {
		return nil, err
	}
	if x.owner = err == nil; x.owner {
		_ = x.dir.Clean(nil) // files that a crash left half written; they do no harm
	}
	if err := x.load(); err != nil && x.owner {
		if err := x.discard(segments); err != nil {
			return nil, errors.Join(err, x.Close())
		}
	}
	return x, nil
}

// load opens the segments on the disk and closes the others; the caller holds mu or is alone. If it fails there are none:
// the process that has the lock builds them.
func (x *Index) load() error {
	x.seen = x.dir.Changed()
	err := x.loadAll()
	if err != nil {
		x.contents.close()
	}
	return err
}

func (x *Index) loadAll() error {
	old := x.segments
	x.segments = nil
	defer func() {
		for _, s := range old {
			if !slices.Contains(x.segments, s) {
				s.close()
			}
		}
	}()
	for _, number := range x.dir.Numbers(segments) {
		var s *part
		if i := slices.IndexFunc(old, func(s *part) bool { return s.number == number }); i >= 0 && old[i].Is(x.dir.Path(segments, number)) {
			s = old[i]
		} else {
			var err error
			if s, err = openPart(x.dir, number); err != nil {
				return err
			}
		}
		x.segments = append(x.segments, s)
		s.openVectors(x.dir, x.o.Embed.Name)
	}
	x.resolve()
	return nil
}

// discard removes all files of the kinds from the disk; the caller holds mu or is alone. Vectors outlive the segments that
// they are of, because their texts may come again.
func (x *Index) discard(kinds ...string) error {
	x.contents.close()
	return x.dir.Clean(nil, kinds...)
}

// Close closes the index; its files stay.
func (x *Index) Close() error {
	x.writing.Lock()
	defer x.writing.Unlock()
	x.mu.Lock()
	defer x.mu.Unlock()
	x.contents.close()
	x.owner = false
	return x.dir.Unlock()
}

// own makes sure that this process may write: it takes the lock if the process that had it is gone.
func (x *Index) own() error {
	if x.owner {
		return nil
	}
	if err := x.dir.Lock(); err != nil {
		return err
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.owner = true
	if err := x.load(); err != nil {
		return x.discard(segments)
	}
	return nil
}

// catchUp loads what the process that has the lock has written since.
func (x *Index) catchUp() {
	x.mu.RLock()
	current := x.owner || x.dir.Changed().Equal(x.seen)
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
	_ = x.load() // without segments nothing is found, as while the index is built
}

// Clear removes everything, so that the next [Index.Refresh] builds the index again.
func (x *Index) Clear() error { return x.reset(segments, vectorFiles) }

// reset removes files as [Index.discard] does, if this process may write.
func (x *Index) reset(kinds ...string) error {
	x.writing.Lock()
	defer x.writing.Unlock()
	if err := x.own(); err != nil {
		return err
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.follower = nil
	return x.discard(kinds...)
}

// Status is what an index holds.
type Status struct {
	Files, Chunks int
	Segments      int
	Bytes         int64  // on the disk
	Embedder      string // the model that makes vectors, if one does
	Embedded      int    // chunks that have its vectors
	Locked        bool   // another process builds the index
}

// Status returns what the index holds.
func (x *Index) Status() Status {
	x.mu.RLock()
	defer x.mu.RUnlock()
	st := Status{Files: len(x.files), Segments: len(x.segments), Embedder: x.o.Embed.Name, Locked: !x.owner}
	for _, s := range x.segments {
		st.Bytes += s.Size
		st.Embedded += s.embedded()
		if s.vectors != nil {
			st.Bytes += s.vectors.Size
		}
		for i, dead := range s.dead {
			if !dead {
				st.Chunks += s.ChunksOf(i)
			}
		}
	}
	return st
}
