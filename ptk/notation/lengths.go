package notation

// lengths tells at a glance that a key is none of a set: for each first byte, the lengths of the keys that begin with it.
type lengths [256]uint64

func (l *lengths) add(key string) { l[key[0]] |= 1 << min(len(key), 63) }

// has says whether a key of this first byte and length is in the set.
func (l *lengths) has(key []byte) bool {
	return len(key) > 0 && l[key[0]]>>min(len(key), 63)&1 == 1
}
