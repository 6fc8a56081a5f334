package index

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"

	"ptk-lsp/workspace/credential"
	"ptk-lsp/workspace/index/postings"
	"ptk-lsp/workspace/index/vector"
	"ptk-lsp/workspace/segment"
)

const (
	batchTexts  = 64      // sent to a provider at once
	savedTexts  = 4096    // after which the vectors of a provider are written to the disk
	maxEmbedded = 250_000 // chunks; embedding more would take hours and cost accordingly
)

// ErrTooLarge is under the error of embedding a folder that has too many pieces.
var ErrTooLarge = errors.New("too large to be embedded")

var errDimension = errors.New("dimensions among vectors")

// Embed asks the model for the vectors that are missing. Searches and changes go on meanwhile.
// A text that has a vector is never sent again. Vectors that were received before an error are stored.
func (x *Index) Embed(ctx context.Context, progress Progress) error {
	if x.o.Embed.Documents == nil {
		return nil
	}
	e := &embedding{x: x, progress: progress, known: map[vector.Hash]knownVector{}}
	defer e.close()
	todo, err := e.unembedded()
	if err != nil || len(todo) == 0 {
		return err
	}
	if err := e.loadKnown(); err != nil {
		return err
	}
	for _, s := range todo {
		for more := true; more; {
			if more, err = e.segment(ctx, s); err != nil {
				return err
			}
		}
	}
	return e.removeUnusedVectors()
}

// unembedded returns the segments whose vectors are missing, and counts these.
func (e *embedding) unembedded() (todo []*part, err error) {
	e.x.mu.RLock()
	defer e.x.mu.RUnlock()
	if !e.x.owner {
		return nil, segment.ErrLocked
	}
	all := 0
	for _, s := range e.x.segments {
		all += s.Chunks
		switch {
		case s.vectors == nil:
			e.total += s.Chunks
		case s.vectors.Missing > 0:
			e.total += s.vectors.Missing
		default:
			continue
		}
		todo = append(todo, s)
	}
	if all > maxEmbedded {
		return nil, fmt.Errorf("%d pieces are %w by %s (at most %d are); searches use words alone", all, ErrTooLarge, e.x.o.Embed.Name,
			maxEmbedded)
	}
	return todo, nil
}

// removeUnusedVectors removes the vectors of segments that are gone.
func (e *embedding) removeUnusedVectors() error {
	e.x.writing.Lock()
	defer e.x.writing.Unlock()
	if !e.x.owner {
		return nil
	}
	return e.x.dir.Clean(func(path string) bool {
		return slices.ContainsFunc(e.x.segments, func(s *part) bool { return e.x.dir.Path(vectorFiles, s.number) == path })
	}, vectorFiles)
}

// installVectors writes the vectors of a segment and uses them.
func (e *embedding) installVectors(s *part, d *vector.Draft) error {
	e.x.writing.Lock()
	defer e.x.writing.Unlock()
	if !e.x.owner {
		return segment.ErrLocked
	}
	if !slices.Contains(e.x.segments, s) {
		return nil // its files are in another segment now, which the next pass embeds
	}
	if err := d.Save(e.x.dir.Path(vectorFiles, s.number), e.x.o.Embed.Name); err != nil {
		return err
	}
	e.x.mu.Lock()
	defer e.x.mu.Unlock()
	old := s.vectors
	s.vectors = nil
	s.openVectors(e.x.dir, e.x.o.Embed.Name)
	return old.Close()
}

// liveFile is a file of a segment that no later one has.
type liveFile struct {
	postings.File
	chunks int
}

func (e *embedding) liveFiles(s *part) (out []liveFile) {
	e.x.mu.RLock()
	defer e.x.mu.RUnlock()
	for i, f := range s.Files {
		if !s.dead[i] {
			out = append(out, liveFile{f, s.ChunksOf(i)})
		}
	}
	return out
}

// embedding is one pass of [Index.Embed].
type embedding struct {
	x           *Index
	files       []*vector.File
	known       map[vector.Hash]knownVector
	done, total int
	progress    Progress
}

// knownVector is where the vector of a text is.
type knownVector struct{ file, chunk int }

// loadKnown finds all vectors on the disk, also those of segments that are gone.
func (e *embedding) loadKnown() error {
	for _, number := range e.x.dir.Numbers(vectorFiles) {
		v, err := vector.Open(e.x.dir.Path(vectorFiles, number), e.x.o.Embed.Name)
		if err != nil {
			continue // of another model, or damaged
		}
		file := len(e.files)
		e.files = append(e.files, v)
		if err := v.Each(func(h vector.Hash, chunk int) { e.known[h] = knownVector{file, chunk} }); err != nil {
			return fmt.Errorf("reading vectors: %w", err)
		}
	}
	return nil
}

func (e *embedding) close() {
	for _, v := range e.files {
		_ = v.Close() // it was only read
	}
}

// piece is a chunk whose vector is missing.
type piece struct {
	chunk int
	hash  vector.Hash
	text  string
}

// segment adds up to savedTexts vectors to a segment; more reports whether it should be called again.
func (e *embedding) segment(ctx context.Context, s *part) (more bool, err error) {
	d := vector.NewDraft(s.Chunks)
	missing := e.missing(s, d)
	d.Missing = len(missing) // chunks of files that are gone or have changed don't count
	asked := missing[:min(savedTexts, len(missing))]
	for batch := range slices.Chunk(asked, batchTexts) {
		if err = e.ask(ctx, d, batch); err != nil {
			break
		}
		e.report(len(batch))
	}
	if errors.Is(err, errDimension) && len(e.known) > 0 {
		clear(e.known) // the model makes other vectors than before: all are asked for again
		return true, nil
	}
	if saved := e.installVectors(s, d); saved != nil {
		return false, errors.Join(err, saved)
	}
	if err == nil && len(missing) > len(asked) {
		e.close()
		e.files, e.known = nil, map[vector.Hash]knownVector{}
		return true, e.loadKnown()
	}
	return false, err
}

// missing copies the known vectors of a segment into the draft, and returns the chunks that have none.
func (e *embedding) missing(s *part, d *vector.Draft) (missing []piece) {
	for _, f := range e.liveFiles(s) {
		for i, c := range e.x.source().chunks(f.File, f.chunks) {
			p := piece{chunk: f.First + i, text: f.Rel + "\n" + string(c.Text)}
			sum := sha256.Sum256([]byte(p.text))
			p.hash = vector.Hash(sum[:])
			if !e.reuse(d, p) {
				missing = append(missing, p)
			}
		}
	}
	return missing
}

// report reports n more vectors.
func (e *embedding) report(n int) {
	e.done += n
	if e.progress != nil {
		e.progress(min(e.done, e.total), e.total)
	}
}

// reuse copies the vector of a text from the disk, if it is there.
func (e *embedding) reuse(d *vector.Draft, p piece) bool {
	k, ok := e.known[p.hash]
	if !ok {
		return false
	}
	v := e.files[k.file]
	slot := d.Slot(p.chunk, p.hash, v.Dim)
	if slot == nil {
		return false
	}
	if err := v.Read(k.chunk, slot); err != nil {
		d.Clear(p.chunk)
		return false
	}
	return true
}

// ask asks for the vectors of a few texts. Credentials in them are not sent.
func (e *embedding) ask(ctx context.Context, d *vector.Draft, batch []piece) error {
	texts := make([]string, len(batch))
	for i, p := range batch {
		texts[i] = credential.Mask(p.text)
	}
	vs, err := e.x.o.Embed.Documents(ctx, texts)
	if err != nil {
		return fmt.Errorf("asking %s for vectors: %w", e.x.o.Embed.Name, err)
	}
	if len(vs) != len(batch) {
		return fmt.Errorf("%s returned %d vectors for %d texts", e.x.o.Embed.Name, len(vs), len(batch))
	}
	for i, v := range vs {
		slot := d.Slot(batch[i].chunk, batch[i].hash, len(v))
		if slot == nil {
			return fmt.Errorf("%s returned a vector of %d %w of %d", e.x.o.Embed.Name, len(v), errDimension, d.Dim)
		}
		vector.Quantize(v, slot)
	}
	return nil
}
