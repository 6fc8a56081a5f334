//go:build !amd64

package search

// indexPair returns the first index of the pair in the data, -1 for none.
func indexPair(data []byte, p *pair) int { return indexPairPlain(data, p) }
