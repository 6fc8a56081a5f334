// Package text holds the text of a document that an editor changes piece by piece.
// It knows nothing of editors or of LSP's messages, only of positions as LSP counts them; a change costs in proportion
// to itself, not to the document.
// Start at [New] and [Buffer.Replace].
package text

import (
	"bytes"
	"slices"
	"strings"
)

// The blocks of a buffer: one is cut when it is larger than maxBlock, into pieces of about blockSize;
// one smaller than minBlock is joined with its neighbour.
const (
	maxBlock  = 8 << 10
	blockSize = 4 << 10
	minBlock  = 512
)

// Encoding says in what units the characters of a line are counted.
type Encoding int

// The encodings.
const (
	UTF16 Encoding = iota
	UTF8
)

// Position is a place in a text: a line and a character in it, both counted from 0.
// A line ends with \n, \r\n or a lone \r.
type Position struct{ Line, Character int }

// Buffer is a text in blocks. It is not safe for concurrent use.
type Buffer struct {
	enc    Encoding
	blocks []block
	joined string // the whole text, where valid
	valid  bool
}

// New makes a buffer of the text, which must be valid UTF-8; its positions are counted in enc.
func New(text string, enc Encoding) *Buffer {
	return &Buffer{enc: enc, blocks: cut([]byte(text))}
}

// String gives the whole text.
func (b *Buffer) String() string {
	if !b.valid {
		var s strings.Builder
		s.Grow(b.Len())
		for i := range b.blocks {
			s.Write(b.blocks[i].data)
		}
		b.joined, b.valid = s.String(), true
	}
	return b.joined
}

// Len gives the length of the text in bytes.
func (b *Buffer) Len() int {
	n := 0
	for i := range b.blocks {
		n += len(b.blocks[i].data)
	}
	return n
}

// Replace puts text in the place of what stands from start to end. A place behind the end of its line, or of the text,
// is that end; one within a character is its beginning; the two may stand in either order.
func (b *Buffer) Replace(start, end Position, text string) {
	from, to := b.locate(start), b.locate(end)
	if to.before(from) {
		from, to = to, from
	}
	b.splice(from, to, text)
	b.joined, b.valid = "", false
}

// place is a position as a block and a byte in it.
type place struct{ block, offset int }

func (p place) before(q place) bool {
	return p.block < q.block || p.block == q.block && p.offset < q.offset
}

// splice puts text in the place of the bytes between from and to.
func (b *Buffer) splice(from, to place, text string) {
	first, last := &b.blocks[from.block], &b.blocks[to.block]
	size := from.offset + len(text) + len(last.data) - to.offset
	if from.block == to.block && size <= maxBlock && size >= minBlock {
		first.replace(from.offset, to.offset, text)
		b.mend(from.block)
		b.mend(from.block - 1)
		return
	}
	data := make([]byte, 0, size)
	data = append(data, first.data[:from.offset]...)
	data = append(data, text...)
	data = append(data, last.data[to.offset:]...)
	b.exchange(from.block, to.block+1, data)
}

// exchange puts data in the place of the blocks i to j, joined with a neighbour where it is small.
func (b *Buffer) exchange(i, j int, data []byte) {
	switch {
	case len(data) >= minBlock:
	case i > 0:
		i--
		data = slices.Concat(b.blocks[i].data, data)
	case j < len(b.blocks):
		data = slices.Concat(data, b.blocks[j].data)
		j++
	}
	with := cut(data)
	b.blocks = slices.Replace(b.blocks, i, j, with...)
	b.mend(i + len(with) - 1)
	b.mend(i - 1)
}

// mend moves a \n that opens the block behind block i to the \r that closes it, so that a line's end always stands in one block.
func (b *Buffer) mend(i int) {
	if i < 0 || i+1 >= len(b.blocks) {
		return
	}
	this, next := &b.blocks[i], &b.blocks[i+1]
	if !bytes.HasSuffix(this.data, []byte{'\r'}) || !bytes.HasPrefix(next.data, []byte{'\n'}) {
		return
	}
	this.replace(len(this.data), len(this.data), "\n")
	next.replace(0, 1, "")
	if len(next.data) == 0 {
		b.blocks = slices.Delete(b.blocks, i+1, i+2)
	}
}
