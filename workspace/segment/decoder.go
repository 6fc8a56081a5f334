package segment

import "encoding/binary"

// Decoder takes bytes apart. After something that can't be decoded, Bad is set and all that follows is empty.
type Decoder struct {
	B   []byte // what is left
	Bad bool
}

// Uvarint decodes an unsigned number.
func (d *Decoder) Uvarint() uint64 {
	v, n := binary.Uvarint(d.B)
	if d.skip(n); d.Bad {
		return 0
	}
	return v
}

// Varint decodes a signed number.
func (d *Decoder) Varint() int64 {
	v, n := binary.Varint(d.B)
	if d.skip(n); d.Bad {
		return 0
	}
	return v
}

// Length decodes a number that must not be greater than most.
func (d *Decoder) Length(most int) int {
	n := d.Uvarint()
	if n > uint64(max(0, most)) {
		d.fail()
		return 0
	}
	return int(n)
}

// Count decodes the number of elements that follow, each of which takes at least so many bytes.
func (d *Decoder) Count(least int) int { return d.Length(len(d.B) / least) }

// Next returns the next n bytes.
func (d *Decoder) Next(n int) []byte {
	if n < 0 || n > len(d.B) {
		d.fail()
		return nil
	}
	p := d.B[:n:n]
	d.B = d.B[n:]
	return p
}

// Text decodes a string written by [AppendString].
func (d *Decoder) Text() string { return string(d.Next(d.Length(len(d.B)))) }

func (d *Decoder) skip(n int) {
	if n <= 0 {
		d.fail()
		return
	}
	d.B = d.B[n:]
}

func (d *Decoder) fail() { d.Bad, d.B = true, nil }

// AppendString appends the length of s and s.
func AppendString(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

// SharedPrefix returns how many bytes the beginnings of a and b have in common.
func SharedPrefix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}
