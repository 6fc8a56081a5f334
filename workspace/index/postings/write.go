package postings

import (
	"bytes"
	"encoding/binary"
	"slices"

	"ptk-lsp/workspace/segment"
)

// Save writes a segment at path, whole or not at all.
func (b *Builder) Save(path string) error {
	return segment.Create(path, segment.Durable, func(w *segment.Writer) error {
		b.write(w)
		return nil
	})
}

// Segment returns a segment in memory.
func (b *Builder) Segment() (*Segment, error) {
	var data bytes.Buffer
	w := segment.NewWriter(&data)
	b.write(w)
	if err := w.Close(); err != nil {
		return nil, err
	}
	return parsed(segment.Read(bytes.NewReader(data.Bytes()), int64(data.Len()), format()))
}

func (b *Builder) write(w *segment.Writer) {
	order := b.sorted()
	for _, t := range order {
		w.Append(b.terms[t.id].list)
	}
	p := places{words: w.At(), chunks: int64(len(b.spans)), total: int64(b.total)}
	tables := b.words(w, order)
	p.spans = w.At()
	for _, s := range b.spans {
		w.Append(binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(nil, s.Start), s.End))
	}
	p.symbols = w.At()
	w.Append(appendSymbols(b.mostUsed()))
	tables = appendFiles(tables, b.files)
	tables = append(tables, b.sizes...)
	w.Finish(format(), tables, p.words, p.spans, p.symbols, p.chunks, p.total)
}

// named is a term and its word.
type named struct {
	word string
	id   uint32
}

func (b *Builder) sorted() []named {
	order := make([]named, 0, len(b.ids))
	for word, id := range b.ids {
		order = append(order, named{word, id})
	}
	slices.SortFunc(order, func(x, y named) int {
		if x.word < y.word {
			return -1
		}
		return 1 // no two are equal
	})
	return order
}

// words writes the words and returns the table of their blocks.
func (b *Builder) words(w *segment.Writer, order []named) []byte {
	start, list := w.At(), int64(0)
	blocks := (len(order) + blockTerms - 1) / blockTerms
	table := binary.AppendUvarint(nil, uint64(blocks))
	var line []byte
	before := ""
	for i, t := range order {
		if i%blockTerms == 0 {
			table = segment.AppendString(table, t.word)
			table = binary.AppendUvarint(table, uint64(w.At()-start))
			table = binary.AppendUvarint(table, uint64(list))
			before = ""
		}
		term := &b.terms[t.id]
		shared := segment.SharedPrefix(before, t.word)
		line = binary.AppendUvarint(line[:0], uint64(shared))
		line = segment.AppendString(line, t.word[shared:])
		line = binary.AppendUvarint(line, uint64(term.chunks))
		line = binary.AppendUvarint(line, uint64(len(term.list)))
		w.Append(line)
		list += int64(len(term.list))
		before = t.word
	}
	return table
}

func appendFiles(b []byte, files []File) []byte {
	b = binary.AppendUvarint(b, uint64(len(files)))
	for _, f := range files {
		flag := byte(0)
		if f.Deleted {
			flag = 1
		}
		b = segment.AppendString(append(b, flag), f.Rel)
		b = binary.AppendVarint(b, f.Size)
		b = binary.AppendVarint(b, f.Modified)
		b = binary.AppendUvarint(b, uint64(f.First))
	}
	return b
}
