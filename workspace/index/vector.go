package index

import (
	"context"
	"math"
)

// Embedder makes vectors of texts with a model, so that what means the same lies close together. The zero Embedder asks
// nobody: the vectors that are built in must do, which need no model: words and pieces of words hashed to a fixed number
// of dimensions.
type Embedder struct {
	Name string // of the model; vectors that another made are made again
	// Documents gives a vector for each text, in their order. It may ask a server and is called with few texts at a time.
	Documents func(ctx context.Context, texts []string) ([][]float32, error)
	// Query gives the vector of a text by which others are looked for.
	Query func(ctx context.Context, text string) ([]float32, error)
}

// The vectors that are built in.
const (
	hashedName = "hashed-1"
	hashedDim  = 128
)

// feature is a dimension to which something of a word is hashed, with its sign: +d+1 or -(d+1).
type feature int16

// features gives those of a word: the word itself, and its pieces of four letters, so that words with a common part
// share some.
func features(word []byte) []feature {
	out := []feature{hashed(word, 'w'), hashed(word, 'x')}
	padded := append(append([]byte{'^'}, word...), '$')
	for i := 0; i+4 <= len(padded) && i < 12; i++ {
		out = append(out, hashed(padded[i:i+4], 'g'))
	}
	return out
}

// hashed is FNV-1a with a seed.
func hashed(s []byte, seed byte) feature {
	h := uint64(14695981039346656037)
	h = (h ^ uint64(seed)) * 1099511628211
	for _, c := range s {
		h = (h ^ uint64(c)) * 1099511628211
	}
	h ^= h >> 29
	d := feature(h%hashedDim) + 1
	if h>>40&1 != 0 {
		return -d
	}
	return d
}

// addFeatures adds a word of a weight to a vector.
func addFeatures(v []float32, fs []feature, weight float32) {
	piece := weight / float32(len(fs))
	for i, f := range fs {
		w := piece
		if i < 2 {
			w = weight / 2
		}
		if f < 0 {
			v[-f-1] -= w
		} else {
			v[f-1] += w
		}
	}
}

// quantize gives the direction of a vector in 8 bits a dimension: its length becomes 127 in the largest.
func quantize(v []float32, out []int8) {
	var sum float64
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	if sum == 0 {
		clear(out)
		return
	}
	// Four standard deviations fit; what lies further out is cut.
	scale := 127 / 4 * math.Sqrt(float64(len(v))) / math.Sqrt(sum)
	for i, x := range v {
		out[i] = int8(max(-127, min(127, math.Round(float64(x)*scale))))
	}
}

// dotPlain is the dot product of two vectors of the same length.
func dotPlain(a, b []int8) int32 {
	var sum int32
	b = b[:len(a)]
	for i, x := range a {
		sum += int32(x) * int32(b[i])
	}
	return sum
}

// cosine is the angle between two vectors made by [quantize].
func cosine(a, b []int8) float32 {
	size := math.Sqrt(float64(dot(a, a))) * math.Sqrt(float64(dot(b, b)))
	if size == 0 {
		return 0
	}
	return float32(float64(dot(a, b)) / size)
}
