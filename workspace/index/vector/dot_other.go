//go:build !amd64

package vector

// Dot returns the dot product of two vectors of the same length.
func Dot(a, b []int8) int32 { return dotPlain(a, b) }
