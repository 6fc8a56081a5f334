package vector

import (
	"bytes"
	"testing"
	"unsafe"
)

// FuzzDot compares the processor's instructions with plain Go.
func FuzzDot(f *testing.F) {
	f.Add(bytes.Repeat([]byte{0x80, 1, 0x7f}, 70))
	f.Fuzz(func(t *testing.T, data []byte) {
		a, b := asInts(data[:len(data)/2]), asInts(data[len(data)/2:])
		if got, want := Dot(a, b), dotPlain(a, b); got != want {
			t.Errorf("got %d, want %d", got, want)
		}
	})
}

// asInts returns the memory of bytes as numbers.
func asInts(v []byte) []int8 {
	return unsafe.Slice((*int8)(unsafe.Pointer(unsafe.SliceData(v))), len(v))
}
