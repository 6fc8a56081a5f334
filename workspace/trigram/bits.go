package trigram

import (
	"encoding/binary"
	"math/bits"
)

// A list of files is stored in a Rice code: of each difference less one, the high bits in unary, as zeros and a one, then the low
// bits. The first byte is the number of low bits. A file takes a bit if most files are in the list, and about its logarithm if few
// are.

// appendList codes rising numbers.
func appendList(b []byte, ids []uint32) []byte {
	if len(ids) == 0 {
		return append(b, 0)
	}
	low := lowBits(int(ids[len(ids)-1])+1, len(ids))
	b = append(b, byte(low))
	w := bitWriter{b: b}
	next := uint32(0)
	for _, id := range ids {
		gap := id - next
		next = id + 1
		for high := gap >> low; ; high -= 32 {
			if high < 32 {
				w.write(1<<high, uint(high)+1)
				break
			}
			w.write(0, 32)
		}
		w.write(uint64(gap&(1<<low-1)), low)
	}
	return w.done()
}

// lowBits returns the best number of low bits for n of so many files: about 0.69 of the mean difference.
func lowBits(files, n int) uint {
	return uint(max(0, bits.Len(uint(files*11/16/n))-1))
}

// bitWriter puts bits into bytes, the lowest first.
type bitWriter struct {
	b   []byte
	acc uint64
	n   uint // bits in acc, less than 8 between calls
}

// write writes up to 33 bits.
func (w *bitWriter) write(v uint64, n uint) {
	w.acc |= v << w.n
	w.n += n
	for w.n >= 8 {
		w.b = append(w.b, byte(w.acc))
		w.acc >>= 8
		w.n -= 8
	}
}

func (w *bitWriter) done() []byte {
	if w.n > 0 {
		w.b = append(w.b, byte(w.acc))
	}
	return w.b
}

// set is a set of files by their numbers.
type set []uint64

func newSet(files int) set { return make(set, (files+63)/64) }

func (s set) has(id int) bool { return s[id>>6]>>(id&63)&1 != 0 }
func (s set) add(id int)      { s[id>>6] |= 1 << (id & 63) }
func (s set) remove(id int)   { s[id>>6] &^= 1 << (id & 63) }

func (s set) and(t set) {
	for i := range s {
		s[i] &= t[i]
	}
}

func (s set) or(t set) {
	for i := range s {
		s[i] |= t[i]
	}
}

func (s set) count() (n int) {
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// addList adds the n numbers of a coded list, all of them less than files; it returns false if the list is damaged.
func (s set) addList(list []byte, n, files int) bool {
	if len(list) == 0 || list[0] > 32 {
		return false
	}
	low, r := uint(list[0]), bitReader{b: list[1:]}
	id := -1
	for range n {
		high, ok := r.unary(files >> low)
		if !ok {
			return false
		}
		if id += 1 + high<<low + int(r.take(low)); id >= files || r.short {
			return false
		}
		s.add(id)
	}
	return true
}

// bitReader reads bits from bytes.
type bitReader struct {
	b     []byte
	acc   uint64
	n     uint // valid bits in acc
	short bool // more bits were taken than exist
}

// fill makes at least 33 bits available, if that many are left.
func (r *bitReader) fill() {
	if len(r.b) >= 8 {
		r.acc |= binary.LittleEndian.Uint64(r.b) << r.n
		taken := (63 - r.n) >> 3
		r.b = r.b[taken:]
		r.n += taken * 8
		return
	}
	for r.n <= 56 && len(r.b) > 0 {
		r.acc |= uint64(r.b[0]) << r.n
		r.b = r.b[1:]
		r.n += 8
	}
}

// unary counts the zeros before the next one, which it consumes; it returns false if there are more than most, or no one.
func (r *bitReader) unary(most int) (zeros int, ok bool) {
	for {
		if r.n < 33 {
			r.fill()
		}
		z := uint(bits.TrailingZeros64(r.acc))
		if z < r.n {
			r.acc >>= z + 1
			r.n -= z + 1
			zeros += int(z)
			return zeros, zeros <= most
		}
		zeros += int(r.n)
		r.acc, r.n = 0, 0
		if len(r.b) == 0 || zeros > most {
			return 0, false
		}
	}
}

// take returns the next n bits, up to 32.
func (r *bitReader) take(n uint) uint32 {
	if r.n < n {
		r.fill()
	}
	if r.n < n {
		r.short = true
		return 0
	}
	v := uint32(r.acc & (1<<n - 1))
	r.acc >>= n
	r.n -= n
	return v
}
