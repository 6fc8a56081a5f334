package index

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"time"
)

// A model's vectors of a segment's chunks lie beside it, in a file of the same number:
//
//	magic     with the version
//	head      four uint32: dimension, chunks, how many of them have no vector yet, length of the name
//	name      of the model
//	hashes    hashSize bytes a chunk, of the text that the vector is of; zeros where there is none yet
//	checksum  of all before
//	vectors   dimension bytes a chunk
const (
	vectorMagic = "PTKVEC01"
	hashSize    = 16
	vectorHead  = len(vectorMagic) + 4*4
)

// textHash tells texts apart.
type textHash [hashSize]byte

// vectorFile is an open file of vectors. The nil one has none.
type vectorFile struct {
	file                 *os.File
	dim, chunks, missing int
	hashes, vectors      int64 // where they begin
	bytes                int64
}

// meant are the model's vectors of the segment.
func (s *segment) meant() vectors {
	if s.meaning == nil {
		return vectors{}
	}
	return vectors{s.meaning.file, s.meaning.vectors, s.meaning.dim}
}

func (v *vectorFile) close() error {
	if v == nil {
		return nil
	}
	return v.file.Close()
}

func (x *Index) vectorPath(number int) string {
	return filepath.Join(x.dir, fmt.Sprintf("vectors-%08d", number))
}

// openMeaning opens the model's vectors of a segment, anew where some were missing. Without them it is searched by words.
func (x *Index) openMeaning(s *segment) {
	if x.o.Embed.Name == "" || s.meaning != nil && s.meaning.missing == 0 {
		return
	}
	v, err := openVectors(x.vectorPath(s.number), x.o.Embed.Name)
	if err != nil || v.chunks != int(s.f.chunks) {
		_ = v.close() // it was only read
		return
	}
	_ = s.meaning.close()
	s.meaning = v
}

// openVectors opens a file of vectors that the model of the name has made.
func openVectors(path, name string) (v *vectorFile, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, file.Close())
		}
	}()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	head := make([]byte, vectorHead)
	if _, err := file.ReadAt(head, 0); err != nil {
		return nil, err
	}
	word := func(i int) int { return int(binary.LittleEndian.Uint32(head[len(vectorMagic)+4*i:])) }
	v = &vectorFile{file: file, dim: word(0), chunks: word(1), missing: word(2), bytes: info.Size(), hashes: int64(vectorHead + len(name))}
	v.vectors = v.hashes + int64(hashSize*v.chunks) + 4
	if string(head[:len(vectorMagic)]) != vectorMagic || word(3) != len(name) || v.missing > v.chunks || v.dim > 1<<16 || v.vectors > v.bytes ||
		v.bytes != v.vectors+int64(v.dim)*int64(v.chunks) {
		return nil, ErrCorrupt
	}
	front := make([]byte, v.vectors)
	if _, err := file.ReadAt(front, 0); err != nil {
		return nil, err
	}
	end := len(front) - 4
	if string(front[vectorHead:vectorHead+len(name)]) != name || crc32.Checksum(front[:end], castagnoli()) != binary.LittleEndian.Uint32(front[end:]) {
		return nil, ErrCorrupt
	}
	return v, nil
}

// each tells of all texts that have a vector.
func (v *vectorFile) each(tell func(h textHash, chunk int)) error {
	all := make([]byte, hashSize*v.chunks)
	if _, err := v.file.ReadAt(all, v.hashes); err != nil {
		return err
	}
	for chunk := range v.chunks {
		if h := textHash(all[chunk*hashSize:]); h != (textHash{}) {
			tell(h, chunk)
		}
	}
	return nil
}

// vectorDraft gathers the vectors of a segment's chunks.
type vectorDraft struct {
	dim     int // 0 before the first
	hashes  []textHash
	vectors []int8
	missing int
}

func newDraft(chunks int) *vectorDraft {
	return &vectorDraft{hashes: make([]textHash, chunks)}
}

// room is where the vector of a chunk goes, which it has from now on; nil where it has another dimension than the rest.
func (d *vectorDraft) room(chunk int, h textHash, dim int) []int8 {
	if d.dim == 0 {
		d.dim, d.vectors = dim, make([]int8, dim*len(d.hashes))
	}
	if dim != d.dim {
		return nil
	}
	if d.hashes[chunk] == (textHash{}) && d.missing > 0 {
		d.missing--
	}
	d.hashes[chunk] = h
	return d.vectors[chunk*dim : (chunk+1)*dim]
}

// save writes the file whole or not at all.
func (d *vectorDraft) save(path, name string) error {
	var b bytes.Buffer
	b.WriteString(vectorMagic)
	for _, n := range []int{d.dim, len(d.hashes), d.missing, len(name)} {
		b.Write(binary.LittleEndian.AppendUint32(nil, uint32(n)))
	}
	b.WriteString(name)
	for _, h := range d.hashes {
		b.Write(h[:])
	}
	b.Write(binary.LittleEndian.AppendUint32(nil, crc32.Checksum(b.Bytes(), castagnoli())))
	return atomically(path, func(w *segmentWriter) {
		w.write(b.Bytes())
		w.write(asBytes(d.vectors))
	})
}

// queryTime is what a server has to make the vector of a query.
const queryTime = 2 * time.Second

// meant asks the model for the vector of a query; nil where there is none to be had in time, or too few chunks have vectors
// to compare: the built-in ones must do then.
func (x *Index) meant(ctx context.Context, query string) []int8 {
	if x.o.Embed.Query == nil || !x.mostlyEmbedded() {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, queryTime)
	defer cancel()
	v, err := x.o.Embed.Query(ctx, query)
	if err != nil || len(v) == 0 {
		return nil
	}
	out := make([]int8, len(v))
	quantize(v, out)
	return out
}

func (x *Index) mostlyEmbedded() bool {
	x.mu.RLock()
	defer x.mu.RUnlock()
	with, all := 0, 0
	for _, s := range x.segments {
		all += int(s.f.chunks)
		if s.meaning != nil {
			with += s.meaning.chunks - s.meaning.missing
		}
	}
	return with > 0 && 2*with >= all
}
