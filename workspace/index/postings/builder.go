package postings

import (
	"bytes"
	"encoding/binary"
	"math"
	"path"
	"strings"

	"ptk-lsp/workspace/index/chunk"
	"ptk-lsp/workspace/index/words"
)

// The weights of the words that name a chunk: those of the lines that define something and of their comments, of its symbols,
// of the file's name and of its folders.
const (
	titleWeight  = 1
	symbolWeight = 8
	nameWeight   = 3
	folderWeight = 1
)

// Builder collects chunks for one segment.
type Builder struct {
	split words.Splitter

	ids    map[string]uint32
	idents map[string]*ident // each is split once
	terms  []term
	files  []File
	spans  []Span
	sizes  []byte // of each chunk, as sizeByte
	total  int    // words of all chunks
	bytes  int    // of the lists

	symbols []symbol // that the files define

	// Of the current chunk:
	seen   []uint32 // the terms
	length int
}

// term is a word with the chunks that it is in.
type term struct {
	count  uint32 // in the current chunk
	last   uint32 // the chunk it was last in, from 1; the list holds differences
	chunks uint32
	list   []byte // pairs of varints: the difference from the previous chunk, and the number of times
}

// ident is an identifier as it is written.
type ident struct {
	terms  []uint32
	chunks uint32 // that hold it in code, not in comments
	last   uint32 // the last of those, from 1
}

// NewBuilder returns an empty builder.
func NewBuilder() *Builder {
	return &Builder{ids: map[string]uint32{}, idents: map[string]*ident{}}
}

// Files returns how many files were added and removed.
func (b *Builder) Files() int { return len(b.files) }

// Remove records that a file is gone.
func (b *Builder) Remove(rel string) {
	b.files = append(b.files, File{Rel: rel, First: len(b.spans), Deleted: true})
}

// Add adds a file with its text.
func (b *Builder) Add(f File, text []byte) {
	f.First = len(b.spans)
	b.files = append(b.files, f)
	for _, c := range chunk.Split(f.Rel, text) {
		b.addChunk(f.Rel, c)
	}
}

func (b *Builder) addChunk(rel string, c chunk.Chunk) {
	b.length = 0
	dir, name := path.Split(rel)
	b.count([]byte(strings.TrimSuffix(name, path.Ext(name))), nameWeight)
	b.count([]byte(dir), folderWeight)
	for _, s := range c.Symbols {
		b.count([]byte(s), symbolWeight)
		b.define(rel, s)
	}
	b.count(c.Title, titleWeight)
	b.body(chunk.SyntaxOf(rel), c.Text)
	b.spans = append(b.spans, Span{uint32(c.Start), uint32(c.End)})
	b.finish()
	b.sizes = append(b.sizes, sizeByte(b.length))
	b.total += b.length
}

// count adds the words of a text to the chunk.
func (b *Builder) count(text []byte, weight uint32) {
	for name := range words.Identifiers(text) {
		b.use(b.ident(name), weight)
	}
}

// body adds the words of the chunk's lines, and counts the names in code.
func (b *Builder) body(s chunk.Syntax, text []byte) {
	at := uint32(len(b.spans)) + 1
	for len(text) > 0 {
		end := bytes.IndexByte(text, '\n') + 1
		if end == 0 {
			end = len(text)
		}
		comment := s.IsComment(bytes.TrimSpace(text[:end]))
		for name := range words.Identifiers(text[:end]) {
			id := b.ident(name)
			b.use(id, 1)
			if !comment && id.last != at {
				id.last = at
				id.chunks++
			}
		}
		text = text[end:]
	}
}

func (b *Builder) ident(name []byte) *ident {
	id, ok := b.idents[string(name)]
	if !ok {
		id = &ident{}
		b.split.Words(name, func(word []byte, _ bool) { id.terms = append(id.terms, b.term(word)) })
		b.idents[string(name)] = id
	}
	return id
}

// use adds the words of an identifier to the chunk.
func (b *Builder) use(id *ident, weight uint32) {
	for _, n := range id.terms {
		t := &b.terms[n]
		if t.count == 0 {
			b.seen = append(b.seen, n)
		}
		t.count += weight
	}
	b.length += len(id.terms)
}

// term returns the number of a word.
func (b *Builder) term(word []byte) uint32 {
	id, ok := b.ids[string(word)]
	if !ok {
		id = uint32(len(b.terms))
		b.ids[string(word)] = id
		b.terms = append(b.terms, term{})
	}
	return id
}

// finish appends the chunk to the lists of its terms.
func (b *Builder) finish() {
	at := uint32(len(b.spans))
	for _, id := range b.seen {
		t := &b.terms[id]
		before := len(t.list)
		t.list = binary.AppendUvarint(t.list, uint64(at-t.last))
		t.list = binary.AppendUvarint(t.list, uint64(t.count))
		b.bytes += len(t.list) - before
		t.last, t.count = at, 0
		t.chunks++
	}
	b.seen = b.seen[:0]
}

// IsLarge reports whether the builder should be saved to bound the memory.
func (b *Builder) IsLarge() bool {
	return b.bytes > 16<<20 || len(b.idents) > 250_000 || len(b.spans) > 256<<10
}

// sizeByte encodes the number of words of a chunk, to within an eighth.
func sizeByte(n int) byte { return byte(min(255, math.Round(16*math.Log2(float64(n+1))))) }

// WordsOf returns the number of words that a byte of [Segment.Sizes] encodes.
func WordsOf(b byte) float64 { return math.Exp2(float64(b)/16) - 1 }
