package index

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path"
	"slices"
	"sort"
	"unsafe"
)

// ErrCorrupt is under the error of an index that does not hold what it should; it has to be built again.
var ErrCorrupt = errors.New("the index is damaged")

// segment is an open segment. It is safe for concurrent use as long as dead is not changed.
type segment struct {
	f footer
	io.ReaderAt
	file   *os.File // nil where it is in memory
	number int
	bytes  int64
	embed  string
	blocks []block
	files  []fileEntry
	sizes  []byte
	dead   []bool // of each file, whether a later segment has it
	// deadFiles counts them.
	deadFiles int
	words     []float32   // of each file, how many it has
	priors    []float32   // of each file, how much its chunks count
	meaning   *vectorFile // a model's vectors; nil where there are none
}

// block is where some terms begin.
type block struct {
	first       string
	words, list int64
}

func openSegment(path string, number int) (*segment, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("opening the index: %w", err)
	}
	s := &segment{ReaderAt: file, file: file, number: number}
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = ErrCorrupt
	}
	if err == nil {
		s.bytes = info.Size()
		err = s.load()
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), file.Close())
	}
	return s, nil
}

// is tells whether the segment is the file of that name.
func (s *segment) is(name string) bool {
	there, err := os.Stat(name)
	if err != nil {
		return false
	}
	own, err := s.file.Stat()
	return err == nil && os.SameFile(there, own)
}

// close closes the segment's file.
func (s *segment) close() error {
	if s.file == nil {
		return nil
	}
	return errors.Join(s.meaning.close(), s.file.Close())
}

// load reads the footer and the tables, and believes none of it.
func (s *segment) load() error {
	end := s.bytes - footerSize
	foot := make([]byte, footerSize)
	if end < 0 {
		return ErrCorrupt
	}
	if _, err := s.ReadAt(foot, end); err != nil {
		return err
	}
	fields := [places]*int64{&s.f.words, &s.f.spans, &s.f.vectors, &s.f.symbols, &s.f.tables, &s.f.end, &s.f.chunks, &s.f.total, &s.f.dim}
	for i, p := range fields {
		*p = int64(binary.LittleEndian.Uint64(foot[8*i:]))
	}
	f := &s.f
	if string(foot[8*places+4:]) != magic || f.end != end || f.words < 0 || f.spans < f.words || f.vectors < f.spans || f.symbols < f.vectors || f.tables < f.symbols || f.end < f.tables ||
		f.chunks < 0 || f.chunks > end || f.dim < 0 || f.dim > 1<<16 || f.spans+8*f.chunks != f.vectors || f.vectors+f.dim*f.chunks != f.symbols {
		return ErrCorrupt
	}
	tables := make([]byte, f.end-f.tables)
	if _, err := s.ReadAt(tables, f.tables); err != nil {
		return err
	}
	if crc32.Update(crc32.Checksum(tables, castagnoli()), castagnoli(), foot[:8*places]) != binary.LittleEndian.Uint32(foot[8*places:]) {
		return ErrCorrupt
	}
	return s.parse(&reader{b: tables})
}

func (s *segment) parse(r *reader) error {
	n := r.count(3)
	s.blocks = make([]block, 0, n)
	for range n {
		s.blocks = append(s.blocks, block{r.text(), int64(r.uvarint()), int64(r.uvarint())})
	}
	n = r.count(5)
	s.files = make([]fileEntry, 0, n)
	for range n {
		deleted := r.take(1)
		f := fileEntry{rel: r.text(), size: r.varint(), mtime: r.varint(), first: int(r.uvarint())}
		f.deleted = len(deleted) == 1 && deleted[0] == 1
		if n := len(s.files); f.first < 0 || int64(f.first) > s.f.chunks || n > 0 && f.first < s.files[n-1].first {
			return ErrCorrupt
		}
		s.files = append(s.files, f)
	}
	s.sizes = slices.Clone(r.take(int(s.f.chunks)))
	s.embed = r.text()
	s.dead = make([]bool, len(s.files))
	if r.bad || len(r.b) > 0 || s.f.chunks > 0 && (len(s.files) == 0 || s.files[0].first != 0) {
		return ErrCorrupt
	}
	s.weigh()
	return nil
}

// weigh notes of each file what ranking needs.
func (s *segment) weigh() {
	var sizes [256]float32
	for b := range sizes {
		sizes[b] = float32(sizeOf(byte(b)))
	}
	s.words, s.priors = make([]float32, len(s.files)), make([]float32, len(s.files))
	for i, f := range s.files {
		for _, b := range s.sizes[f.first : f.first+s.chunks(i)] {
			s.words[i] += sizes[b]
		}
		s.priors[i] = 1
		if prose(f.rel) || path.Base(f.rel) == "doc.go" {
			s.priors[i] = proseWeight
		}
	}
}

// fileOf gives the place of the file that a chunk is of.
func (s *segment) fileOf(chunk int) int {
	return sort.Search(len(s.files), func(i int) bool { return s.files[i].first > chunk }) - 1
}

// alive tells whether the chunk is of the newest that there is of its file: no later segment has it, nor an unsaved buffer.
func (x *Index) alive(s *segment, chunk int) bool {
	at := s.fileOf(chunk)
	return !s.dead[at] && (len(x.buffers) == 0 || s.file == nil || x.buffers[s.files[at].rel] == nil)
}

// list finds a word; chunks is 0 where the segment has it nowhere.
func (s *segment) list(word string) (chunks int, list []byte, err error) {
	i := sort.Search(len(s.blocks), func(i int) bool { return s.blocks[i].first > word }) - 1
	if i < 0 {
		return 0, nil, nil
	}
	b, end := s.blocks[i], s.f.spans-s.f.words
	if i+1 < len(s.blocks) {
		end = s.blocks[i+1].words
	}
	raw, err := s.piece(s.f.words+b.words, end-b.words, s.f.spans)
	if err != nil {
		return 0, nil, err
	}
	r, at, name := &reader{b: raw}, b.list, []byte(nil)
	for len(r.b) > 0 && !r.bad {
		shared := min(int(r.uvarint()), len(name))
		name = append(name[:shared], r.take(int(r.uvarint()))...)
		n, length := int(r.uvarint()), int64(r.uvarint())
		if string(name) == word {
			list, err := s.piece(at, length, s.f.words)
			return n, list, err
		}
		at += length
	}
	if r.bad {
		return 0, nil, ErrCorrupt
	}
	return 0, nil, nil
}

// piece reads n bytes that must end before limit.
func (s *segment) piece(at, n, limit int64) ([]byte, error) {
	if at < 0 || n < 0 || n > limit || at > limit-n {
		return nil, ErrCorrupt
	}
	p := make([]byte, n)
	if _, err := s.ReadAt(p, at); err != nil {
		if errors.Is(err, io.EOF) {
			err = ErrCorrupt
		}
		return nil, fmt.Errorf("reading the index: %w", err)
	}
	return p, nil
}

// lines gives where a chunk stands.
func (s *segment) lines(chunk int) (span, error) {
	p, err := s.piece(s.f.spans+8*int64(chunk), 8, s.f.vectors)
	if err != nil {
		return span{}, err
	}
	return span{binary.LittleEndian.Uint32(p), binary.LittleEndian.Uint32(p[4:])}, nil
}

// reader takes bytes apart; after what can't be read bad is true and all that follows is empty.
type reader struct {
	b   []byte
	bad bool
}

func (r *reader) uvarint() uint64 {
	v, n := binary.Uvarint(r.b)
	return uint64(r.took(int64(v), n))
}

func (r *reader) varint() int64 {
	v, n := binary.Varint(r.b)
	return r.took(v, n)
}

func (r *reader) took(v int64, n int) int64 {
	if n <= 0 {
		r.bad, r.b = true, nil
		return 0
	}
	r.b = r.b[n:]
	return v
}

func (r *reader) take(n int) []byte {
	if n < 0 || n > len(r.b) {
		r.bad, r.b = true, nil
		return nil
	}
	p := r.b[:n:n]
	r.b = r.b[n:]
	return p
}

func (r *reader) text() string { return string(r.take(int(r.uvarint()))) }

// count reads how many there are of what takes least bytes each.
func (r *reader) count(least int) int {
	n := r.uvarint()
	if n > uint64(len(r.b)/least) {
		r.bad, r.b = true, nil
		return 0
	}
	return int(n)
}

// asBytes sees numbers as bytes.
func asBytes(v []int8) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(v))), len(v))
}

// asInts sees bytes as numbers.
func asInts(v []byte) []int8 {
	return unsafe.Slice((*int8)(unsafe.Pointer(unsafe.SliceData(v))), len(v))
}
