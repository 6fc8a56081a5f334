// Package vector stores the vectors that a model made of the pieces of a folder's files, and compares them.
package vector

import (
	"math"
	"unsafe"
)

// Quantize reduces a vector to its direction, in 8 bits per dimension.
func Quantize(v []float32, out []int8) {
	var sum float64
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	if sum == 0 {
		clear(out)
		return
	}
	// Four standard deviations fit; values further out are clipped.
	scale := 127 / 4 * math.Sqrt(float64(len(v))) / math.Sqrt(sum)
	for i, x := range v {
		out[i] = int8(max(-127, min(127, math.Round(float64(x)*scale))))
	}
}

// dotPlain returns the dot product of two vectors of the same length.
func dotPlain(a, b []int8) int32 {
	var sum int32
	b = b[:len(a)]
	for i, x := range a {
		sum += int32(x) * int32(b[i])
	}
	return sum
}

// asBytes returns the memory of numbers as bytes.
func asBytes(v []int8) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(v))), len(v))
}
