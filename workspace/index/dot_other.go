//go:build !amd64

package index

// dot is the dot product of two vectors of the same length.
func dot(a, b []int8) int32 { return dotPlain(a, b) }
