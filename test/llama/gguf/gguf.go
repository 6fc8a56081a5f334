// Package gguf writes models in GGUF, the file format of llama.cpp, version 3:
// https://github.com/ggml-org/ggml/blob/master/docs/gguf.md.
package gguf

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
)

// alignment is what the offset of each tensor is a multiple of, in bytes.
const alignment = 32

// The types of metadata in the file.
const (
	typeUint32  uint32 = 4
	typeInt32   uint32 = 5
	typeFloat32 uint32 = 6
	typeBool    uint32 = 7
	typeString  uint32 = 8
	typeArray   uint32 = 9
)

// Field is one entry of the metadata. Value is a string, uint32, float32, bool, []string, []int32 or []float32.
type Field struct {
	Key   string
	Value any
}

// Tensor is a named array of weights, row by row. Its dimensions are the length of a row and the number of rows; one dimension is
// a vector. Half tensors are stored in half precision.
type Tensor struct {
	Name       string
	Dimensions []uint64
	Data       []float32
	Half       bool
}

// size returns the bytes of the tensor in the file, without padding.
func (t Tensor) size() uint64 {
	if t.Half {
		return 2 * uint64(len(t.Data))
	}
	return 4 * uint64(len(t.Data))
}

// Write writes a model.
func Write(to io.Writer, fields []Field, tensors []Tensor) error {
	w := &writer{to: bufio.NewWriterSize(to, 1<<20)}
	w.bytes([]byte("GGUF"))
	w.number(uint32(3))
	w.number(uint64(len(tensors)))
	w.number(uint64(len(fields)))
	for _, f := range fields {
		w.text(f.Key)
		w.value(f.Value)
	}
	w.index(tensors)
	w.pad()
	for _, t := range tensors {
		w.weights(t)
		w.pad()
	}
	if w.err != nil {
		return w.err
	}
	return w.to.Flush()
}

// writer remembers the first error and how many bytes it has written.
type writer struct {
	to  *bufio.Writer
	n   int
	err error
}

func (w *writer) bytes(b []byte) {
	if w.err == nil {
		_, w.err = w.to.Write(b)
		w.n += len(b)
	}
}

// number writes a number of fixed size, or a slice of them.
func (w *writer) number(v any) {
	b, err := binary.Append(nil, binary.LittleEndian, v)
	if err != nil && w.err == nil {
		w.err = err
	}
	w.bytes(b)
}

func (w *writer) text(s string) {
	w.number(uint64(len(s)))
	w.bytes([]byte(s))
}

func (w *writer) pad() {
	w.bytes(make([]byte, (alignment-w.n%alignment)%alignment))
}

func (w *writer) value(v any) {
	switch v := v.(type) {
	case uint32:
		w.typed(typeUint32, v)
	case float32:
		w.typed(typeFloat32, v)
	case bool:
		w.typed(typeBool, v)
	case string:
		w.number(typeString)
		w.text(v)
	case []int32:
		w.array(typeInt32, len(v))
		w.number(v)
	case []float32:
		w.array(typeFloat32, len(v))
		w.number(v)
	case []string:
		w.array(typeString, len(v))
		for _, s := range v {
			w.text(s)
		}
	default:
		w.err = fmt.Errorf("metadata of the type %T", v)
	}
}

func (w *writer) typed(kind uint32, v any) {
	w.number(kind)
	w.number(v)
}

func (w *writer) array(of uint32, n int) {
	w.number(typeArray)
	w.number(of)
	w.number(uint64(n))
}

// index writes the names and places of the tensors.
func (w *writer) index(tensors []Tensor) {
	const float, half = uint32(0), uint32(1)
	offset := uint64(0)
	for _, t := range tensors {
		w.text(t.Name)
		w.number(uint32(len(t.Dimensions)))
		w.number(t.Dimensions)
		if t.Half {
			w.number(half)
		} else {
			w.number(float)
		}
		w.number(offset)
		offset += (t.size() + alignment - 1) / alignment * alignment
	}
}

func (w *writer) weights(t Tensor) {
	if !t.Half {
		w.number(t.Data)
		return
	}
	halves := make([]uint16, len(t.Data))
	for i, v := range t.Data {
		halves[i] = half(v)
	}
	w.number(halves)
}
