package vector

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"

	"ptk-lsp/workspace/segment"
)

// A file holds the vectors of a segment's chunks:
//
//	magic     with the version
//	head      four uint32: dimension, chunks, number of chunks without a vector, length of the name
//	name      of the model
//	hashes    hashSize bytes a chunk, of the text that the vector is of; zeros if there is no vector
//	checksum  of all before
//	vectors   dimension bytes a chunk
//
// It is not a segment of package segment, because its format is older and making vectors again takes hours or costs money.
const (
	magic    = "PTKVEC01"
	hashSize = 16
	headSize = len(magic) + 4*4
)

// Hash identifies a text.
type Hash [hashSize]byte

// File is an open file of vectors. It is safe for concurrent use.
type File struct {
	Dim     int // of each vector
	Chunks  int
	Missing int   // chunks without a vector
	Size    int64 // in bytes

	file            *os.File
	hashes, vectors int64 // offsets
}

// Open opens a file of vectors that the named model has made. The error wraps [segment.ErrCorrupt] if the file is of another model.
func Open(path, model string) (v *File, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	if v, err = read(file, model); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return v, nil
}

func read(file *os.File, model string) (*File, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	head := make([]byte, headSize)
	if _, err := file.ReadAt(head, 0); err != nil {
		return nil, err
	}
	number := func(i int) int { return int(binary.LittleEndian.Uint32(head[len(magic)+4*i:])) }
	v := &File{file: file, Dim: number(0), Chunks: number(1), Missing: number(2), Size: info.Size(), hashes: int64(headSize + len(model))}
	v.vectors = v.hashes + int64(hashSize*v.Chunks) + 4
	if string(head[:len(magic)]) != magic || number(3) != len(model) || v.Missing > v.Chunks || v.Dim > 1<<16 || v.vectors > v.Size ||
		v.Size != v.vectors+int64(v.Dim)*int64(v.Chunks) {
		return nil, segment.ErrCorrupt
	}
	front := make([]byte, v.vectors)
	if _, err := file.ReadAt(front, 0); err != nil {
		return nil, err
	}
	end := len(front) - 4
	if string(front[headSize:headSize+len(model)]) != model || segment.Checksum(front[:end]) != binary.LittleEndian.Uint32(front[end:]) {
		return nil, segment.ErrCorrupt
	}
	return v, nil
}

// Close closes the file; a nil one is closed.
func (v *File) Close() error {
	if v == nil {
		return nil
	}
	return v.file.Close()
}

// Each calls found for each text that has a vector.
func (v *File) Each(found func(h Hash, chunk int)) error {
	all := make([]byte, hashSize*v.Chunks)
	if _, err := v.file.ReadAt(all, v.hashes); err != nil {
		return err
	}
	for chunk := range v.Chunks {
		if h := Hash(all[chunk*hashSize:]); h != (Hash{}) {
			found(h, chunk)
		}
	}
	return nil
}

// Read fills out with the vectors of the chunks from chunk on.
func (v *File) Read(chunk int, out []int8) error {
	_, err := v.file.ReadAt(asBytes(out), v.vectors+int64(chunk*v.Dim))
	return err
}

// Draft collects the vectors of a segment's chunks.
type Draft struct {
	Dim     int // 0 before the first vector
	Missing int // chunks that should have a vector and have none

	hashes  []Hash
	vectors []int8
}

// NewDraft returns a draft without vectors.
func NewDraft(chunks int) *Draft { return &Draft{hashes: make([]Hash, chunks)} }

// Slot returns the memory for the vector of a chunk, which counts as filled from then on. It returns nil if the other vectors have
// another dimension.
func (d *Draft) Slot(chunk int, h Hash, dim int) []int8 {
	if d.Dim == 0 {
		d.Dim, d.vectors = dim, make([]int8, dim*len(d.hashes))
	}
	if dim != d.Dim {
		return nil
	}
	if d.hashes[chunk] == (Hash{}) && d.Missing > 0 {
		d.Missing--
	}
	d.hashes[chunk] = h
	return d.vectors[chunk*dim : (chunk+1)*dim]
}

// Clear takes back the [Draft.Slot] of a chunk.
func (d *Draft) Clear(chunk int) { d.hashes[chunk] = Hash{} }

// Save writes the file, whole or not at all.
func (d *Draft) Save(path, model string) error {
	var b bytes.Buffer
	b.WriteString(magic)
	for _, n := range []int{d.Dim, len(d.hashes), d.Missing, len(model)} {
		b.Write(binary.LittleEndian.AppendUint32(nil, uint32(n)))
	}
	b.WriteString(model)
	for _, h := range d.hashes {
		b.Write(h[:])
	}
	b.Write(binary.LittleEndian.AppendUint32(nil, segment.Checksum(b.Bytes())))
	return segment.Create(path, segment.Durable, func(w *segment.Writer) error {
		w.Append(b.Bytes())
		w.Append(asBytes(d.vectors))
		return nil
	})
}
