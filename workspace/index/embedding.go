package index

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"ptk-lsp/workspace/credential"
	"ptk-lsp/workspace/regular"
)

const (
	batchTexts  = 64      // given to a provider at once
	savedTexts  = 4096    // after which what a provider gave is written to the disk
	maxEmbedded = 250_000 // chunks; to have more embedded would take hours and cost as much
)

// ErrTooLarge is under the error of having a folder embedded that has too many pieces for it.
var ErrTooLarge = errors.New("too large to be embedded")

var errDimension = errors.New("dimensions beside one")

// Embed asks the model for the vectors that are missing, in the background of everything else: searches and changes go on.
// A text that has a vector is never sent again. What came before an error lasts.
func (x *Index) Embed(ctx context.Context, progress Progress) error {
	if x.o.Embed.Documents == nil {
		return nil
	}
	todo, total, err := x.unembedded()
	if err != nil || len(todo) == 0 {
		return err
	}
	e := &embedding{x: x, total: total, progress: progress, known: map[textHash]knownVector{}}
	defer e.close()
	if err := e.recall(); err != nil {
		return err
	}
	for _, s := range todo {
		for more := true; more; {
			if more, err = e.segment(ctx, s); err != nil {
				return err
			}
		}
	}
	return x.forget()
}

// unembedded gives the segments of which vectors are missing, and how many.
func (x *Index) unembedded() (todo []*segment, missing int, err error) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	if !x.owner {
		return nil, 0, ErrLocked
	}
	all := 0
	for _, s := range x.segments {
		all += int(s.f.chunks)
		switch {
		case s.meaning == nil:
			missing += int(s.f.chunks)
		case s.meaning.missing > 0:
			missing += s.meaning.missing
		default:
			continue
		}
		todo = append(todo, s)
	}
	if all > maxEmbedded {
		return nil, 0, fmt.Errorf("%d pieces are %w by %s (%d are the most); words and the built-in vectors are used", all, ErrTooLarge, x.o.Embed.Name, maxEmbedded)
	}
	return todo, missing, nil
}

// embedding is one pass of [Index.Embed].
type embedding struct {
	x           *Index
	files       []*vectorFile
	known       map[textHash]knownVector
	done, total int
	progress    Progress
}

// knownVector is where there is the vector of a text.
type knownVector struct{ file, chunk int }

// recall notes all vectors that the disk has, also those of segments that are gone.
func (e *embedding) recall() error {
	names, err := filepath.Glob(filepath.Join(e.x.dir, "vectors-*"))
	if err != nil {
		return err
	}
	for _, name := range names {
		v, err := openVectors(name, e.x.o.Embed.Name)
		if err != nil {
			continue // of another model, or damaged
		}
		file := len(e.files)
		e.files = append(e.files, v)
		if err := v.each(func(h textHash, chunk int) { e.known[h] = knownVector{file, chunk} }); err != nil {
			return fmt.Errorf("reading vectors: %w", err)
		}
	}
	return nil
}

func (e *embedding) close() {
	for _, v := range e.files {
		_ = v.close() // it was only read
	}
}

// piece is a chunk whose vector is to be asked for.
type piece struct {
	chunk int
	hash  textHash
	text  string
}

// segment fills in what is missing of a segment, up to savedTexts new vectors at once; more says that it should be called again.
func (e *embedding) segment(ctx context.Context, s *segment) (more bool, err error) {
	d := newDraft(int(s.f.chunks))
	var missing []piece
	for _, f := range e.x.liveFiles(s) {
		for i, c := range e.x.chunksOf(f.fileEntry, f.chunks) {
			p := piece{f.first + i, textHash{}, f.rel + "\n" + string(c.text)}
			sum := sha256.Sum256([]byte(p.text))
			p.hash = textHash(sum[:])
			if !e.reuse(d, p) {
				missing = append(missing, p)
			}
		}
	}
	d.missing = len(missing) // chunks of files that are gone or have changed are never looked at
	asked := missing[:min(savedTexts, len(missing))]
	for batch := range slices.Chunk(asked, batchTexts) {
		if err = e.ask(ctx, d, batch); err != nil {
			break
		}
		e.tell(len(batch))
	}
	if errors.Is(err, errDimension) && len(e.known) > 0 {
		clear(e.known) // the model gives others than it gave: all are asked for again
		return true, nil
	}
	if saved := e.x.installVectors(s, d); saved != nil {
		return false, errors.Join(err, saved)
	}
	if err == nil && len(missing) > len(asked) {
		e.close()
		e.files, e.known = nil, map[textHash]knownVector{}
		return true, e.recall()
	}
	return false, err
}

// tell says that n more vectors are there.
func (e *embedding) tell(n int) {
	e.done += n
	if e.progress != nil {
		e.progress(min(e.done, e.total), e.total)
	}
}

// reuse takes the vector that the disk has of a text.
func (e *embedding) reuse(d *vectorDraft, p piece) bool {
	k, ok := e.known[p.hash]
	if !ok {
		return false
	}
	v := e.files[k.file]
	room := d.room(p.chunk, p.hash, v.dim)
	if room == nil {
		return false
	}
	if _, err := v.file.ReadAt(asBytes(room), v.vectors+int64(k.chunk*v.dim)); err != nil {
		d.hashes[p.chunk] = textHash{}
		return false
	}
	return true
}

// ask gets the vectors of a few texts. Credentials in them are not sent.
func (e *embedding) ask(ctx context.Context, d *vectorDraft, batch []piece) error {
	texts := make([]string, len(batch))
	for i, p := range batch {
		texts[i] = credential.Mask(p.text)
	}
	vs, err := e.x.o.Embed.Documents(ctx, texts)
	if err != nil {
		return fmt.Errorf("asking %s for vectors: %w", e.x.o.Embed.Name, err)
	}
	if len(vs) != len(batch) {
		return fmt.Errorf("%s gave %d vectors for %d texts", e.x.o.Embed.Name, len(vs), len(batch))
	}
	for i, v := range vs {
		room := d.room(batch[i].chunk, batch[i].hash, len(v))
		if room == nil {
			return fmt.Errorf("%s gave a vector of %d %w of %d", e.x.o.Embed.Name, len(v), errDimension, d.dim)
		}
		quantize(v, room)
	}
	return nil
}

// liveFile is a file of a segment that no later one has.
type liveFile struct {
	fileEntry
	chunks int
}

func (x *Index) liveFiles(s *segment) (out []liveFile) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	for i, f := range s.files {
		if !s.dead[i] {
			out = append(out, liveFile{f, s.chunks(i)})
		}
	}
	return out
}

// chunksOf reads the chunks of a file again; none where it is not as it was indexed.
func (x *Index) chunksOf(f fileEntry, n int) []chunk {
	if n == 0 {
		return nil
	}
	info, err := os.Lstat(x.path(f.rel))
	if err != nil || !info.Mode().IsRegular() || info.Size() != f.size || f.mtime != 0 && f.mtime != info.ModTime().UnixNano() {
		return nil
	}
	text, err := regular.Read(x.path(f.rel), maxFile)
	if err != nil {
		return nil
	}
	if cs := chunks(f.rel, text); len(cs) == n {
		return cs
	}
	return nil
}

// installVectors writes the vectors of a segment and takes them into use.
func (x *Index) installVectors(s *segment, d *vectorDraft) error {
	x.writing.Lock()
	defer x.writing.Unlock()
	if !x.owner {
		return ErrLocked
	}
	if !slices.Contains(x.segments, s) {
		return nil // its files are in another segment by now, which the next pass sees
	}
	if err := d.save(x.vectorPath(s.number), x.o.Embed.Name); err != nil {
		return err
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	old := s.meaning
	s.meaning = nil
	x.openMeaning(s)
	return old.close()
}

// forget removes the vectors of segments that are gone.
func (x *Index) forget() error {
	x.writing.Lock()
	defer x.writing.Unlock()
	names, err := filepath.Glob(filepath.Join(x.dir, "vectors-*"))
	if err != nil || !x.owner {
		return err
	}
	var errs []error
	for _, name := range names {
		used := slices.ContainsFunc(x.segments, func(s *segment) bool { return x.vectorPath(s.number) == name })
		if !used {
			errs = append(errs, ignoreMissing(os.Remove(name)))
		}
	}
	return errors.Join(errs...)
}
