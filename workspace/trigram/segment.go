package trigram

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"ptk-lsp/workspace/search"
	"ptk-lsp/workspace/segment"
)

// A trigram segment is a file of package segment:
//
//	data     blocks: for each key the difference from the one before, the number of files and the length of its list; then the lists
//	tables   for each block: first key, length of the keys, offset, checksum of the block; then for each file in order: path, stamp
//	footer   the number of blocks and the number of files
//
// The tables are held in memory; blocks are read and checked when they are needed.
const blockSize = 4 + 4 + 8 + 4 // bytes of a block in the tables

func format() segment.Format { return segment.Format{Magic: "PTKTRI01", Numbers: 2} }

// file is a file of a segment.
type file struct {
	rel   string
	stamp search.Stamp
	any   bool // it may hold anything
}

func appendFiles(b []byte, files []file) []byte {
	before := ""
	for _, f := range files {
		shared := segment.SharedPrefix(before, f.rel)
		flag := byte(0)
		if f.any {
			flag = 1
		}
		b = append(b, flag)
		b = binary.AppendUvarint(b, uint64(shared))
		b = segment.AppendString(b, f.rel[shared:])
		b = binary.AppendVarint(b, f.stamp.Size)
		b = binary.AppendVarint(b, f.stamp.Modified)
		b = binary.AppendVarint(b, f.stamp.Changed-f.stamp.Modified)
		b = binary.AppendUvarint(b, f.stamp.Inode)
		before = f.rel
	}
	return b
}

// fileSet is an open segment. It is safe for concurrent use.
type fileSet struct {
	*segment.File
	blocks []block
	rels   []string // rising
	stamps []search.Stamp
	any    set // files that may hold anything
}

// block is where some keys are.
type block struct {
	first  uint32
	keys   int // bytes of the keys
	at     int64
	length int
	sum    uint32
}

func openSegment(path string) (*fileSet, error) {
	f, tables, err := segment.Open(path, format())
	if err != nil {
		return nil, err
	}
	s := &fileSet{File: f}
	if err := s.parse(tables, f.Numbers[0], f.Numbers[1]); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), f.Close())
	}
	return s, nil
}

func (s *fileSet) parse(tables []byte, blocks, files int64) error {
	n := int64(len(tables))
	if blocks < 0 || blocks > n/blockSize || files < 0 || files > n {
		return segment.ErrCorrupt
	}
	if err := s.parseBlocks(tables[:blocks*blockSize], s.Data); err != nil {
		return err
	}
	return s.parseFiles(tables[blocks*blockSize:], int(files))
}

func (s *fileSet) parseBlocks(b []byte, end int64) error {
	s.blocks = make([]block, len(b)/blockSize)
	for i := range s.blocks {
		k := &s.blocks[i]
		k.first, k.keys = binary.LittleEndian.Uint32(b), int(binary.LittleEndian.Uint32(b[4:]))
		k.at, k.sum = int64(binary.LittleEndian.Uint64(b[8:])), binary.LittleEndian.Uint32(b[16:])
		b = b[blockSize:]
		if i > 0 {
			s.blocks[i-1].length = int(k.at - s.blocks[i-1].at)
		}
	}
	if n := len(s.blocks); n > 0 {
		s.blocks[n-1].length = int(end - s.blocks[n-1].at)
	}
	at := int64(0)
	for i, k := range s.blocks {
		if k.at != at || k.keys < 0 || k.length < k.keys || i > 0 && k.first <= s.blocks[i-1].first {
			return segment.ErrCorrupt
		}
		at += int64(k.length)
	}
	return nil
}

func (s *fileSet) parseFiles(b []byte, n int) error {
	d := &segment.Decoder{B: b}
	s.rels, s.stamps, s.any = make([]string, n), make([]search.Stamp, n), newSet(n)
	var rel []byte
	for i := range n {
		if flag := d.Next(1); len(flag) == 1 && flag[0] == 1 {
			s.any.add(i)
		}
		rel = append(rel[:d.Length(len(rel))], d.Next(d.Length(len(b)))...)
		s.rels[i] = string(rel)
		st := search.Stamp{Size: d.Varint(), Modified: d.Varint()}
		st.Changed, st.Inode = st.Modified+d.Varint(), d.Uvarint()
		s.stamps[i] = st
		if i > 0 && s.rels[i] <= s.rels[i-1] {
			return segment.ErrCorrupt
		}
	}
	if d.Bad || len(d.B) > 0 {
		return segment.ErrCorrupt
	}
	return nil
}

// find returns the number of a file, -1 if there is none. It looks first at the place at.
func (s *fileSet) find(rel string, at int) int {
	if at < len(s.rels) && s.rels[at] == rel {
		return at
	}
	if i, ok := slices.BinarySearch(s.rels, rel); ok {
		return i
	}
	return -1
}

// finder returns a function that finds the number of a file in the state of a stamp, -1 if the segment does not have it.
// The function is fast for files in order, and serves one goroutine.
func (s *fileSet) finder() func(rel string, stamp search.Stamp) int {
	next := 0
	return func(rel string, stamp search.Stamp) int {
		i := s.find(rel, next)
		if i < 0 {
			return -1
		}
		if next = i + 1; s.stamps[i] != stamp {
			return -1
		}
		return i
	}
}

// has reports whether the segment holds these files and no others.
func (s *fileSet) has(files []file) bool {
	find := s.finder()
	for _, f := range files {
		if find(f.rel, f.stamp) < 0 {
			return false
		}
	}
	return len(s.rels) == len(files)
}
