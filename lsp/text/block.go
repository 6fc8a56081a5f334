package text

import (
	"bytes"
	"encoding/binary"
	"slices"
	"unicode/utf8"
)

// Sizes of blocks: a block larger than maxBlock is split into blocks of about blockSize; a block smaller than minBlock is joined
// with its neighbour.
const (
	maxBlock  = 8 << 10
	blockSize = 4 << 10
	minBlock  = 512
)

// block is a part of the text. Blocks split neither a character nor \r\n.
type block struct {
	data  []byte
	lines int  // line ends in it
	units int  // UTF-16 units in it
	plain bool // ASCII only
	cr    bool // contains \r
}

// newBlock returns a block that owns data, but not the capacity behind it.
func newBlock(data []byte) block {
	b := block{data: data[:len(data):len(data)]}
	b.count()
	return b
}

// replace replaces the bytes from i to j by text.
func (b *block) replace(i, j int, text string) {
	tail := len(b.data) - j
	size := i + len(text) + tail
	if size > cap(b.data) {
		b.data = slices.Grow(b.data, size-len(b.data))
	}
	old := b.data[j : j+tail]
	b.data = b.data[:size]
	copy(b.data[i+len(text):], old)
	copy(b.data[i:], text)
	b.count()
}

func (b *block) count() {
	b.lines, b.cr = countLines(b.data)
	b.plain = isASCII(b.data)
	b.units = len(b.data)
	if !b.plain {
		b.units = countUnits(b.data)
	}
}

// cut splits data into at least one block. The blocks own data from now on.
func cut(data []byte) []block {
	if len(data) <= maxBlock {
		return []block{newBlock(data)}
	}
	blocks := make([]block, 0, len(data)/blockSize+1)
	for len(data) > maxBlock {
		n := cutAt(data, blockSize)
		blocks = append(blocks, newBlock(data[:n]))
		data = data[n:]
	}
	return append(blocks, newBlock(data))
}

// cutAt returns the largest offset up to n that is neither within a character nor within \r\n.
func cutAt(data []byte, n int) int {
	for !utf8.RuneStart(data[n]) {
		n--
	}
	if data[n] == '\n' && data[n-1] == '\r' {
		n--
	}
	return n
}

// countLines counts line endings, and reports whether there is a \r.
func countLines(data []byte) (n int, cr bool) {
	n = bytes.Count(data, []byte{'\n'})
	returns := bytes.Count(data, []byte{'\r'})
	if returns > 0 {
		n += returns - bytes.Count(data, []byte("\r\n"))
	}
	return n, returns > 0
}

// countUnits counts UTF-16 code units: one for each character, two for characters of four bytes.
func countUnits(data []byte) int {
	n := 0
	for _, c := range data {
		if c&0xC0 != 0x80 {
			n++
		}
		if c >= 0xF0 {
			n++
		}
	}
	return n
}

// isASCII reports whether data is ASCII. It checks eight bytes at a time.
func isASCII(data []byte) bool {
	var all uint64
	for len(data) >= 8 {
		all |= binary.LittleEndian.Uint64(data)
		data = data[8:]
	}
	for _, c := range data {
		all |= uint64(c)
	}
	return all&0x8080808080808080 == 0
}
