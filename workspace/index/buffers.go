package index

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"

	"ptk-lsp/workspace/search"
)

// buffer is a file as an editor holds it, with unsaved changes.
type buffer struct {
	text    string
	segment *segment // in memory; nil for a file that is not indexed
}

// SetBuffers says which files an editor holds with unsaved changes, by their paths from the folder: until the next call
// [Index.Search] finds these texts in the place of the files, and loose ones, by any other names, beside them. What has not
// changed since the last call costs nothing.
func (x *Index) SetBuffers(texts, loose map[string]string) error {
	x.buffering.Lock()
	defer x.buffering.Unlock()
	x.mu.RLock()
	old := x.buffers
	x.mu.RUnlock()
	next := map[string]*buffer{}
	take := func(texts map[string]string, hidden func(rel string) (bool, error)) error {
		for rel, text := range texts {
			if b := old[rel]; b != nil && b.text == text {
				next[rel] = b
				continue
			}
			b, err := newBuffer(rel, text, hidden)
			if err != nil {
				return err
			}
			next[rel] = b
		}
		return nil
	}
	ignored := func(rel string) (bool, error) { return search.Ignored(x.o.Search, rel) }
	skipped := func(name string) (bool, error) { return x.o.Search.Skip != nil && x.o.Search.Skip(name, false), nil }
	if err := errors.Join(take(texts, ignored), take(loose, skipped)); err != nil {
		return err
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.buffers = next
	return nil
}

// newBuffer indexes a text in memory, unless it is hidden or too large.
func newBuffer(rel, text string, hidden func(rel string) (bool, error)) (*buffer, error) {
	out := &buffer{text: text}
	if hide, err := hidden(rel); err != nil || hide || len(text) > maxFile {
		return out, err
	}
	b := newBuilder()
	b.add(fileEntry{rel: rel, size: int64(len(text))}, []byte(text))
	var data bytes.Buffer
	w := &segmentWriter{Writer: bufio.NewWriter(&data)}
	b.writeTo(w)
	if err := w.Flush(); err != nil {
		return nil, fmt.Errorf("indexing the buffer of %s: %w", rel, err)
	}
	out.segment = &segment{ReaderAt: bytes.NewReader(data.Bytes()), bytes: int64(data.Len())}
	if err := out.segment.load(); err != nil {
		return nil, fmt.Errorf("indexing the buffer of %s: %w", rel, err)
	}
	return out, nil
}

// searched are the segments in which to look: those of the disk, and the unsaved buffers. The caller holds mu.
func (x *Index) searched() []*segment {
	if len(x.buffers) == 0 {
		return x.segments
	}
	all := slices.Clone(x.segments)
	for _, rel := range slices.Sorted(maps.Keys(x.buffers)) {
		if s := x.buffers[rel].segment; s != nil {
			all = append(all, s)
		}
	}
	return all
}
