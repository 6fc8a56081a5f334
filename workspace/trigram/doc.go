// Package trigram spares a search the reading of files that can't have a match: it keeps of each file of a folder which
// three bytes follow each other somewhere in a line of it.
//
// Each file is kept with its [search.Stamp], and one whose stamp is another now is read. So what a search finds is the same
// with an index and without, however old the index is. Where the system tells in time what is written (trust.go), the
// stamps are looked at once, and then those of the files that were written.
//
// Start at [Set]; [Index] is the index of one folder, query.go and facts.go say what an expression asks of it, segment.go how
// it lies on the disk.
package trigram

// A key is three symbols of 7 bits, the first one highest. ASCII stands for itself, so that case is kept; what is beyond
// shares the symbols of control characters, which text seldom has.
const (
	symbolBits = 7
	keyBits    = 3 * symbolBits
	keyMask    = 1<<keyBits - 1
	// wideKey is that of files with a letter beyond ASCII that is the same as one of ASCII where case does not count:
	// the Kelvin sign and the long s.
	wideKey = 0
)

func symbol(b byte) byte {
	if b >= 0x80 {
		return b & 0x1f
	}
	return b
}

// symbols is [symbol] as a table.
func symbols() (t [256]byte) {
	for b := range t {
		t[b] = symbol(byte(b))
	}
	return t
}

func keyOf(a, b, c byte) uint32 {
	return uint32(a)<<(2*symbolBits) | uint32(b)<<symbolBits | uint32(c)
}
