package trigram

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"slices"

	"ptk-lsp/workspace/search"
)

// ErrCorrupt is under the error of an index that does not hold what it should; it has to be built again.
var ErrCorrupt = errors.New("the trigram index is damaged")

// A segment is a file that never changes:
//
//	blocks   words: of each key the difference from the one before, how many files, the length of its list; then the lists
//	index    of each block: first key, length of the words, place, checksum of the block
//	files    of each file in order: path, stamp
//	footer   footerSize bytes: places and counts, the checksum of all from index on, magic
//
// Index and files are kept in memory, and blocks read and checked when they are asked for.
const (
	magic      = "PTKTRI01"
	indexSize  = 4 + 4 + 8 + 4
	footerSize = 4*8 + 4 + len(magic)
)

type footer struct {
	index, end    int64 // where the index of the blocks begins, and where the footer does
	blocks, files int64
}

// encode writes the footer after the tables.
func (f footer) encode(tables []byte) []byte {
	for _, v := range []int64{f.index, f.end, f.blocks, f.files} {
		tables = binary.LittleEndian.AppendUint64(tables, uint64(v))
	}
	tables = binary.LittleEndian.AppendUint32(tables, crc32.Checksum(tables, castagnoli()))
	return append(tables, magic...)
}

func appendFiles(b []byte, files []file) []byte {
	before := ""
	for _, f := range files {
		shared := sharedPrefix(before, f.rel)
		flag := byte(0)
		if f.any {
			flag = 1
		}
		b = append(b, flag)
		b = binary.AppendUvarint(b, uint64(shared))
		b = binary.AppendUvarint(b, uint64(len(f.rel)-shared))
		b = append(b, f.rel[shared:]...)
		b = binary.AppendVarint(b, f.is.Size)
		b = binary.AppendVarint(b, f.is.Modified)
		b = binary.AppendVarint(b, f.is.Changed-f.is.Modified)
		b = binary.AppendUvarint(b, f.is.Inode)
		before = f.rel
	}
	return b
}

func sharedPrefix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// segment is an open segment. It is safe for concurrent use.
type segment struct {
	file   *os.File
	bytes  int64
	blocks []block
	rels   []string // rising
	stamps []search.Stamp
	any    set // files that may hold anything
}

// block is where some keys are.
type block struct {
	first  uint32
	words  int
	at     int64
	length int
	sum    uint32
}

func openSegment(path string) (*segment, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("opening the trigram index: %w", err)
	}
	s := &segment{file: file}
	if err := s.load(); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), file.Close())
	}
	return s, nil
}

// load reads the tables, and believes none of it.
func (s *segment) load() error {
	info, err := s.file.Stat()
	if err != nil {
		return err
	}
	s.bytes = info.Size()
	foot := make([]byte, footerSize)
	if !info.Mode().IsRegular() || s.bytes < int64(footerSize) {
		return ErrCorrupt
	}
	if _, err := s.file.ReadAt(foot, s.bytes-int64(footerSize)); err != nil {
		return err
	}
	number := func(i int) int64 { return int64(binary.LittleEndian.Uint64(foot[8*i:])) }
	f := footer{number(0), number(1), number(2), number(3)}
	if string(foot[4*8+4:]) != magic || f.end != s.bytes-int64(footerSize) || f.index < 0 || f.index > f.end ||
		f.blocks < 0 || f.blocks > (f.end-f.index)/indexSize || f.files < 0 || f.files > f.end-f.index {
		return ErrCorrupt
	}
	tables := make([]byte, f.end-f.index+4*8)
	if _, err := s.file.ReadAt(tables, f.index); err != nil {
		return err
	}
	if crc32.Checksum(tables, castagnoli()) != binary.LittleEndian.Uint32(foot[4*8:]) {
		return ErrCorrupt
	}
	tables = tables[:f.end-f.index]
	if err := s.parseBlocks(tables[:f.blocks*indexSize], f.index); err != nil {
		return err
	}
	return s.parseFiles(tables[f.blocks*indexSize:], int(f.files))
}

func (s *segment) parseBlocks(b []byte, end int64) error {
	s.blocks = make([]block, len(b)/indexSize)
	for i := range s.blocks {
		k := &s.blocks[i]
		k.first, k.words = binary.LittleEndian.Uint32(b), int(binary.LittleEndian.Uint32(b[4:]))
		k.at, k.sum = int64(binary.LittleEndian.Uint64(b[8:])), binary.LittleEndian.Uint32(b[16:])
		b = b[indexSize:]
		if i > 0 {
			s.blocks[i-1].length = int(k.at - s.blocks[i-1].at)
		}
	}
	if n := len(s.blocks); n > 0 {
		s.blocks[n-1].length = int(end - s.blocks[n-1].at)
	}
	at := int64(0)
	for i, k := range s.blocks {
		if k.at != at || k.words < 0 || k.length < k.words || i > 0 && k.first <= s.blocks[i-1].first {
			return ErrCorrupt
		}
		at += int64(k.length)
	}
	return nil
}

func (s *segment) parseFiles(b []byte, n int) error {
	r := &reader{b: b}
	s.rels, s.stamps, s.any = make([]string, n), make([]search.Stamp, n), newSet(n)
	var rel []byte
	for i := range n {
		if flag := r.next(1); len(flag) == 1 && flag[0] == 1 {
			s.any.add(i)
		}
		rel = append(rel[:r.length(len(rel))], r.next(r.length(len(b)))...)
		s.rels[i] = string(rel)
		st := search.Stamp{Size: r.varint(), Modified: r.varint()}
		st.Changed, st.Inode = st.Modified+r.varint(), r.uvarint()
		s.stamps[i] = st
		if i > 0 && s.rels[i] <= s.rels[i-1] {
			return ErrCorrupt
		}
	}
	if r.bad || len(r.b) > 0 {
		return ErrCorrupt
	}
	return nil
}

// find gives the number of a file, -1 where there is none. It looks first at the place at.
func (s *segment) find(rel string, at int) int {
	if at < len(s.rels) && s.rels[at] == rel {
		return at
	}
	if i, ok := slices.BinarySearch(s.rels, rel); ok {
		return i
	}
	return -1
}

// looker gives a function that finds the number of a file in the state of a stamp, -1 where the segment does not know it.
// It is quick for files in order, and serves one goroutine.
func (s *segment) looker() func(rel string, is search.Stamp) int {
	next := 0
	return func(rel string, is search.Stamp) int {
		i := s.find(rel, next)
		if i < 0 {
			return -1
		}
		if next = i + 1; s.stamps[i] != is {
			return -1
		}
		return i
	}
}

// reader takes bytes apart; after what can't be read bad is true and all that follows is empty.
type reader struct {
	b   []byte
	bad bool
}

func (r *reader) uvarint() uint64 {
	v, n := binary.Uvarint(r.b)
	if r.skip(n); r.bad {
		return 0
	}
	return v
}

// length reads a number that must not be more than most.
func (r *reader) length(most int) int {
	n := r.uvarint()
	if n > uint64(most) {
		r.bad, r.b = true, nil
		return 0
	}
	return int(n)
}

func (r *reader) varint() int64 {
	v, n := binary.Varint(r.b)
	if r.skip(n); r.bad {
		return 0
	}
	return v
}

func (r *reader) skip(n int) {
	if n <= 0 {
		r.bad, r.b = true, nil
		return
	}
	r.b = r.b[n:]
}

func (r *reader) next(n int) []byte {
	if n < 0 || n > len(r.b) {
		r.bad, r.b = true, nil
		return nil
	}
	p := r.b[:n:n]
	r.b = r.b[n:]
	return p
}
