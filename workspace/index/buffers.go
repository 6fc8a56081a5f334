package index

import (
	"errors"
	"fmt"

	"ptk-lsp/workspace/index/postings"
	"ptk-lsp/workspace/search"
)

// SetBuffers sets the texts of files that an editor holds with unsaved changes, by their paths from the folder: until the next call
// [Index.Search] searches these texts instead of the files, and the loose ones, which have other names, in addition. Texts that
// have not changed since the last call cost nothing.
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
	b := postings.NewBuilder()
	b.Add(postings.File{Rel: rel, Size: int64(len(text))}, []byte(text))
	s, err := b.Segment()
	if err != nil {
		return nil, fmt.Errorf("indexing the buffer of %s: %w", rel, err)
	}
	out.segment = newPart(s, 0)
	return out, nil
}
