package search

import "golang.org/x/sys/cpu"

// pairAVX2 returns the first i below n with p[i]|m1 == b1 and p[i+dist]|m2 == b2, -1 for none. n is 32 or more.
//
//go:noescape
func pairAVX2(p *byte, n, dist int, b1, m1, b2, m2 byte) int

// indexPair returns the first index of the pair in the data, -1 for none.
func indexPair(data []byte, p *pair) int {
	if n := len(data) - p.dist; n >= 32 && cpu.X86.HasAVX2 {
		return pairAVX2(&data[0], n, p.dist, p.first.b, p.first.mask, p.second.b, p.second.mask)
	}
	return indexPairPlain(data, p)
}
