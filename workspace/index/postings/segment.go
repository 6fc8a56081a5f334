// Package postings is an inverted index of the chunks of some files: for each word the chunks that hold it. A [Builder] writes a
// [Segment], which never changes.
package postings

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"sort"

	"ptk-lsp/workspace/segment"
)

// A segment is a file of package segment:
//
//	data     lists: for each term in order pairs of varints, the difference from the previous chunk (from 1), and the number of times;
//	         words: blocks of blockTerms terms, each with shared prefix, length, rest; number of chunks, length of the list;
//	         spans: two uint32 a chunk, first and last line;
//	         symbols: see appendSymbols
//	tables   the first word of each block with its offsets; the files; the sizes of the chunks
//	footer   the places
const blockTerms = 32

func format() segment.Format { return segment.Format{Magic: "PTKIDX07", Numbers: 5} }

// places are where the parts of a segment begin, and how much it holds.
type places struct {
	words, spans, symbols int64
	chunks, total         int64
}

// File is a file of a segment.
type File struct {
	Rel      string // from the folder, slash-separated
	Size     int64
	Modified int64 // in nanoseconds; 0 if it may still change within the resolution of the clock
	First    int   // its first chunk
	Deleted  bool  // it is gone, and older segments are wrong about it
}

// Span is the first and the last line of a chunk, from 1.
type Span struct{ Start, End uint32 }

// Segment is an open segment. It is safe for concurrent use.
type Segment struct {
	*segment.File
	Files  []File
	Sizes  []byte // of each chunk; see [WordsOf]
	Chunks int
	Total  int // words of all chunks

	places
	blocks []block
}

// block is where some terms begin.
type block struct {
	first       string
	words, list int64
}

// Open opens the segment at path.
func Open(path string) (*Segment, error) {
	s, err := parsed(segment.Open(path, format()))
	if err != nil && s != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), s.Close())
	}
	return s, err
}

// parsed returns the segment of a file and its tables, also if the error says that they can't be parsed.
func parsed(f *segment.File, tables []byte, err error) (*Segment, error) {
	if err != nil {
		return nil, err
	}
	s := &Segment{File: f}
	p := &s.places
	for i, n := range []*int64{&p.words, &p.spans, &p.symbols, &p.chunks, &p.total} {
		*n = f.Numbers[i]
	}
	if p.words < 0 || p.spans < p.words || p.symbols < p.spans || f.Data < p.symbols || p.chunks < 0 || p.chunks > f.Size ||
		p.spans+8*p.chunks != p.symbols {
		return s, segment.ErrCorrupt
	}
	s.Chunks, s.Total = int(p.chunks), int(p.total)
	return s, s.parse(&segment.Decoder{B: tables})
}

func (s *Segment) parse(d *segment.Decoder) error {
	n := d.Count(3)
	s.blocks = make([]block, 0, n)
	for range n {
		s.blocks = append(s.blocks, block{d.Text(), int64(d.Uvarint()), int64(d.Uvarint())})
	}
	n = d.Count(5)
	s.Files = make([]File, 0, n)
	for range n {
		deleted := d.Next(1)
		f := File{Rel: d.Text(), Size: d.Varint(), Modified: d.Varint(), First: d.Length(s.Chunks)}
		f.Deleted = len(deleted) == 1 && deleted[0] == 1
		if n := len(s.Files); n > 0 && f.First < s.Files[n-1].First {
			return segment.ErrCorrupt
		}
		s.Files = append(s.Files, f)
	}
	s.Sizes = slices.Clone(d.Next(s.Chunks))
	if d.Bad || len(d.B) > 0 || s.Chunks > 0 && (len(s.Files) == 0 || s.Files[0].First != 0) {
		return segment.ErrCorrupt
	}
	return nil
}

// FileOf returns the place in Files of the file of a chunk.
func (s *Segment) FileOf(chunk int) int {
	return sort.Search(len(s.Files), func(i int) bool { return s.Files[i].First > chunk }) - 1
}

// ChunksOf returns how many chunks a file has.
func (s *Segment) ChunksOf(file int) int {
	end := s.Chunks
	if file+1 < len(s.Files) {
		end = s.Files[file+1].First
	}
	return end - s.Files[file].First
}

// List returns the list of a word, and how many chunks are in it.
func (s *Segment) List(word string) (chunks int, list []byte, err error) {
	i := sort.Search(len(s.blocks), func(i int) bool { return s.blocks[i].first > word }) - 1
	if i < 0 {
		return 0, nil, nil
	}
	b, end := s.blocks[i], s.spans-s.words
	if i+1 < len(s.blocks) {
		end = s.blocks[i+1].words
	}
	raw, err := s.Piece(s.words+b.words, end-b.words, s.spans)
	if err != nil {
		return 0, nil, err
	}
	d, at, name := &segment.Decoder{B: raw}, b.list, []byte(nil)
	for len(d.B) > 0 && !d.Bad {
		shared := min(int(d.Uvarint()), len(name))
		name = append(name[:max(0, shared)], d.Next(int(d.Uvarint()))...)
		n, length := int(d.Uvarint()), int64(d.Uvarint())
		if string(name) == word {
			list, err := s.Piece(at, length, s.words)
			return n, list, err
		}
		at += length
	}
	if d.Bad {
		return 0, nil, segment.ErrCorrupt
	}
	return 0, nil, nil
}

// Lines returns the lines of a chunk.
func (s *Segment) Lines(chunk int) (Span, error) {
	p, err := s.Piece(s.spans+8*int64(chunk), 8, s.symbols)
	if err != nil {
		return Span{}, err
	}
	return Span{binary.LittleEndian.Uint32(p), binary.LittleEndian.Uint32(p[4:])}, nil
}
