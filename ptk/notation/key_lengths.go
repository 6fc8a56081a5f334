package notation

// keyLengths is a fast check for keys that are not in a set: for each first byte, a bit for each length of the keys that
// begin with it.
type keyLengths [256]uint64

func (l *keyLengths) add(key string) { l[key[0]] |= 1 << min(len(key), 63) }

// has reports whether the set contains a key with this first byte and length.
func (l *keyLengths) has(key []byte) bool {
	return len(key) > 0 && l[key[0]]>>min(len(key), 63)&1 == 1
}
