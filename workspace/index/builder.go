package index

import (
	"bytes"
	"encoding/binary"
	"math"
	"path"
	"strings"
)

// How much more the words count that name a chunk: those of the lines that define and of their
// comments, of its symbols, of the file's name and of its folders.
const (
	titleWeight  = 1
	symbolWeight = 8
	nameWeight   = 3
	folderWeight = 1
)

// fileEntry is a file of a segment.
type fileEntry struct {
	rel     string
	size    int64
	mtime   int64 // in nanoseconds; 0 where it may still change within the clock's grain
	first   int   // its first chunk
	deleted bool  // it is gone, and so is what older segments say of it
}

// span is where a chunk stands.
type span struct{ start, end uint32 }

// builder gathers chunks for one segment.
type builder struct {
	split splitter

	ids    map[string]uint32
	idents map[string]*ident // each is taken apart once
	terms  []term
	files  []fileEntry
	spans  []span
	sizes  []byte // of each chunk, as sizeByte
	total  int    // words of all chunks
	bytes  int    // of the lists
	// vectors are those of all chunks, one after the other.
	vectors []int8
	symbols []symbol // what the files define

	// Of the chunk that is being read:
	seen   []uint32 // the terms
	sum    []float32
	length int
}

// term is a word with the chunks that it is in.
type term struct {
	count  uint32 // in the chunk that is being read
	last   uint32 // the chunk it was last in, from 1; the list holds differences
	chunks uint32
	list   []byte // pairs of varints: the difference from the chunk before, and how often
	marks  []feature
	common bool // says nothing of what a chunk is about
}

func newBuilder() *builder {
	return &builder{ids: map[string]uint32{}, idents: map[string]*ident{}, sum: make([]float32, hashedDim)}
}

// remove says that a file is gone.
func (b *builder) remove(rel string) {
	b.files = append(b.files, fileEntry{rel: rel, first: len(b.spans), deleted: true})
}

// add reads a file's text.
func (b *builder) add(f fileEntry, text []byte) {
	f.first = len(b.spans)
	b.files = append(b.files, f)
	for _, c := range chunks(f.rel, text) {
		b.chunk(f.rel, c)
	}
}

func (b *builder) chunk(rel string, c chunk) {
	b.length = 0
	clear(b.sum)
	dir, name := path.Split(rel)
	b.count([]byte(strings.TrimSuffix(name, path.Ext(name))), nameWeight)
	b.count([]byte(dir), folderWeight)
	for _, s := range c.symbols {
		b.count([]byte(s), symbolWeight)
		b.define(rel, s)
	}
	b.count(c.title, titleWeight)
	b.mark()
	b.body(syntaxOf(rel), c.text)
	b.spans = append(b.spans, span{uint32(c.start), uint32(c.end)})
	b.finish()
	b.sizes = append(b.sizes, sizeByte(b.length))
	b.total += b.length
}

// ident is an identifier as it is written.
type ident struct {
	terms  []uint32
	chunks uint32 // that hold it in code, not in comments
	last   uint32 // the last of those, from 1
}

// count adds the words of a text to the chunk.
func (b *builder) count(text []byte, weight uint32) {
	for name := range identifiers(text) {
		b.use(b.ident(name), weight)
	}
}

// body adds the words of the chunk's lines, and notes which names stand in code.
func (b *builder) body(s syntax, text []byte) {
	at := uint32(len(b.spans)) + 1
	for len(text) > 0 {
		end := bytes.IndexByte(text, '\n') + 1
		if end == 0 {
			end = len(text)
		}
		comment := s.comment(bytes.TrimSpace(text[:end]))
		for name := range identifiers(text[:end]) {
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

func (b *builder) ident(name []byte) *ident {
	id, ok := b.idents[string(name)]
	if !ok {
		id = &ident{}
		b.split.words(name, func(word []byte, whole bool) { id.terms = append(id.terms, b.term(word, whole)) })
		b.idents[string(name)] = id
	}
	return id
}

// use adds the words of an identifier to the chunk.
func (b *builder) use(id *ident, weight uint32) {
	for _, n := range id.terms {
		t := &b.terms[n]
		if t.count == 0 {
			b.seen = append(b.seen, n)
		}
		t.count += weight
	}
	b.length += len(id.terms)
}

// term gives the number of a word.
func (b *builder) term(word []byte, whole bool) uint32 {
	id, ok := b.ids[string(word)]
	if !ok {
		id = uint32(len(b.terms))
		b.ids[string(word)] = id
		t := term{common: whole || common(string(word))}
		if !t.common {
			t.marks = features(word)
		}
		b.terms = append(b.terms, t)
	}
	return id
}

// mark makes the built-in vector, of the words that name the chunk: in all its words there would be more noise than meaning.
func (b *builder) mark() {
	for _, id := range b.seen {
		if t := &b.terms[id]; t.marks != nil {
			addFeatures(b.sum, t.marks, float32(1+math.Log(float64(t.count))))
		}
	}
}

// finish writes the chunk's terms to their lists.
func (b *builder) finish() {
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
	b.vectors = append(b.vectors, make([]int8, hashedDim)...)
	quantize(b.sum, b.vectors[len(b.vectors)-hashedDim:])
}

// large is true where the builder should be written out, so that memory stays bounded.
func (b *builder) large() bool {
	return b.bytes > 16<<20 || len(b.idents) > 250_000 || len(b.vectors) > 32<<20
}

// sizeByte keeps the number of words of a chunk within an eighth; sizeOf gives it back.
func sizeByte(n int) byte { return byte(min(255, math.Round(16*math.Log2(float64(n+1))))) }

func sizeOf(b byte) float64 { return math.Exp2(float64(b)/16) - 1 }

// common is true for words that stand everywhere in code, stemmed: vectors leave them out.
func common(word string) bool {
	switch word {
	case "if", "for", "else", "return", "func", "function", "var", "let", "const", "int", "string", "str", "bool", "char", "void", "struct", "static",
		"nil", "null", "none", "true", "fals", "err", "error", "self", "this", "new", "import", "from", "in", "is", "of", "to", "the", "and", "or", "not",
		"typ", "interfac", "class", "def", "public", "privat", "end", "cas", "switch", "break", "continu", "rang", "map", "len", "append", "ctx", "fmt",
		"packag", "unsign", "long", "export", "default", "it", "be", "with", "an", "by", "on", "as", "that", "includ", "defin", "byt", "uint", "test":
		return true
	}
	return filler(word)
}
