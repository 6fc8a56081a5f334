package vector

import "golang.org/x/sys/cpu"

// dotAVX2 returns the dot product of n numbers; n is a multiple of 32 and not 0.
//
//go:noescape
func dotAVX2(a, b *int8, n int) int32

// Dot returns the dot product of two vectors of the same length.
func Dot(a, b []int8) int32 {
	n := len(a) &^ 31
	if n == 0 || !cpu.X86.HasAVX2 {
		return dotPlain(a, b)
	}
	return dotAVX2(&a[0], &b[0], n) + dotPlain(a[n:], b[n:len(a)])
}
