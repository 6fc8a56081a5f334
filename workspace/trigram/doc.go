// Package trigram saves searches from reading files that can't match: it stores, for each file of a folder, which three bytes
// follow each other somewhere in a line.
//
// Each file is stored with its [search.Stamp], and a file with another stamp is read. So searches find the same with and without
// an index, however old the index is. If the system reports in time what is written (trust.go), the stamps are checked once, and
// later only those of written files.
//
// Start at [Set]; [Index] is the index of one folder, query.go and facts.go derive a query from an expression, segment.go is the
// format on the disk.
package trigram

// A key is three symbols of 7 bits, the first one highest. ASCII bytes are their own symbols, so case is preserved; other bytes
// share the symbols of control characters, which text seldom contains.
const (
	symbolBits = 7
	keyBits    = 3 * symbolBits
	keyMask    = 1<<keyBits - 1
	// wideKey is the key of files with a letter beyond ASCII that equals an ASCII letter if case is ignored: the Kelvin sign and
	// the long s.
	wideKey = 0
)

func symbol(b byte) byte {
	if b >= 0x80 {
		return b & 0x1f
	}
	return b
}

// symbols returns [symbol] as a table.
func symbols() (t [256]byte) {
	for b := range t {
		t[b] = symbol(byte(b))
	}
	return t
}

func keyOf(a, b, c byte) uint32 {
	return uint32(a)<<(2*symbolBits) | uint32(b)<<symbolBits | uint32(c)
}
