//go:build !amd64

package search

// indexPair gives the first place of the pair in the data, -1 for none.
func indexPair(data []byte, p *pair) int { return indexPairPlain(data, p) }
