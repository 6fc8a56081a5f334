package index

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"
)

// A segment is a file that never changes:
//
//	lists     of each term in order: pairs of varints, the difference from the chunk before (from 1), and how often
//	words     blocks of blockTerms terms: shared prefix, length, rest; chunks, length of the list
//	spans     two uint32 a chunk: first and last line
//	vectors   dim bytes a chunk
//	symbols   a varint, how many; of each the place of its file, and its name
//	tables    the first word of each block with its places; the files; the sizes of the chunks; the embedder's name
//	footer    footerSize bytes: the places of all of these, their checksum, and that of the tables
//
// Of these only the tables are kept in memory.
const (
	blockTerms = 32
	magic      = "PTKIDX06"
	footerSize = int64(8*places + 4 + len(magic))
	places     = 9 // in the footer
)

// footer says where the parts of a segment are.
type footer struct {
	words, spans, vectors, symbols, tables, end int64
	chunks, total, dim                          int64
}

// segmentWriter writes a segment and counts.
type segmentWriter struct {
	*bufio.Writer
	at  int64
	err error
}

func (w *segmentWriter) write(p []byte) {
	if w.err == nil {
		_, w.err = w.Write(p)
	}
	w.at += int64(len(p))
}

// save writes what the builder gathered as a segment of the name, whole or not at all.
func (b *builder) save(path string) error { return atomically(path, b.writeTo) }

// atomically has a file written, whole or not at all.
func atomically(path string, write func(*segmentWriter)) (err error) {
	tmp, err := os.CreateTemp(filepath.Dir(path), "new-*")
	if err != nil {
		return fmt.Errorf("writing the index: %w", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(fmt.Errorf("writing the index: %w", err), tmp.Close(), os.Remove(tmp.Name()))
		}
	}()
	w := &segmentWriter{Writer: bufio.NewWriterSize(tmp, 256<<10)}
	write(w)
	if err := errors.Join(w.err, w.Flush(), tmp.Sync()); err != nil {
		return err
	}
	if err := tmp.Close(); err != nil {
		return errors.Join(err, os.Remove(tmp.Name()))
	}
	if err := os.Rename(tmp.Name(), path); err != nil {
		return errors.Join(err, os.Remove(tmp.Name()))
	}
	return syncDir(filepath.Dir(path))
}

func (b *builder) writeTo(w *segmentWriter) {
	order := b.sorted()
	for _, t := range order {
		w.write(b.terms[t.id].list)
	}
	f := footer{words: w.at, chunks: int64(len(b.spans)), total: int64(b.total), dim: hashedDim}
	tables := b.words(w, order)
	f.spans = w.at
	for _, s := range b.spans {
		w.write(binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(nil, s.start), s.end))
	}
	f.vectors = w.at
	w.write(asBytes(b.vectors))
	f.symbols = w.at
	w.write(appendSymbols(b.kept()))
	f.tables = w.at
	tables = appendFiles(tables, b.files)
	tables = append(tables, b.sizes...)
	tables = appendString(tables, hashedName)
	w.write(tables)
	f.end = w.at
	w.write(f.encode(crc32.Checksum(tables, castagnoli())))
}

func castagnoli() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) }

// named is a term and its word.
type named struct {
	word string
	id   uint32
}

func (b *builder) sorted() []named {
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

// words writes the words and gives the table of their blocks.
func (b *builder) words(w *segmentWriter, order []named) []byte {
	start, list := w.at, int64(0)
	blocks := (len(order) + blockTerms - 1) / blockTerms
	table := binary.AppendUvarint(nil, uint64(blocks))
	var line []byte
	before := ""
	for i, t := range order {
		if i%blockTerms == 0 {
			table = appendString(table, t.word)
			table = binary.AppendUvarint(table, uint64(w.at-start))
			table = binary.AppendUvarint(table, uint64(list))
			before = ""
		}
		term := &b.terms[t.id]
		shared := sharedPrefix(before, t.word)
		line = binary.AppendUvarint(line[:0], uint64(shared))
		line = appendString(line, t.word[shared:])
		line = binary.AppendUvarint(line, uint64(term.chunks))
		line = binary.AppendUvarint(line, uint64(len(term.list)))
		w.write(line)
		list += int64(len(term.list))
		before = t.word
	}
	return table
}

func sharedPrefix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

func appendString(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

func appendFiles(b []byte, files []fileEntry) []byte {
	b = binary.AppendUvarint(b, uint64(len(files)))
	for _, f := range files {
		flag := byte(0)
		if f.deleted {
			flag = 1
		}
		b = appendString(append(b, flag), f.rel)
		b = binary.AppendVarint(b, f.size)
		b = binary.AppendVarint(b, f.mtime)
		b = binary.AppendUvarint(b, uint64(f.first))
	}
	return b
}

// encode writes the footer; its own bytes are part of the checksum.
func (f footer) encode(tables uint32) []byte {
	var b []byte
	for _, v := range []int64{f.words, f.spans, f.vectors, f.symbols, f.tables, f.end, f.chunks, f.total, f.dim} {
		b = binary.LittleEndian.AppendUint64(b, uint64(v))
	}
	b = binary.LittleEndian.AppendUint32(b, crc32.Update(tables, castagnoli(), b))
	return append(b, magic...)
}
