// Package text stores the text of a document that an editor changes incrementally.
// It uses positions as in LSP, and depends on nothing else of LSP. The cost of a change is proportional to the change, not to the
// document.
// Start at [New] and [Buffer.Replace].
package text

import (
	"bytes"
	"slices"
	"strings"
)

// Encoding is the unit in which the characters of a line are counted.
type Encoding int

// The encodings.
const (
	UTF16 Encoding = iota
	UTF8
)

// Position is a line and a character in it, both counted from 0.
// A line ends with \n, \r\n or a lone \r.
type Position struct{ Line, Character int }

// Buffer is a text in blocks. It is not safe for concurrent use.
type Buffer struct {
	enc    Encoding
	blocks []block
	joined string // the whole text, if valid
	valid  bool
}

// New returns a buffer with the text, which must be valid UTF-8. Its positions are counted in enc.
func New(text string, enc Encoding) *Buffer {
	return &Buffer{enc: enc, blocks: cut([]byte(text))}
}

// String returns the whole text.
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

// Len returns the length of the text in bytes.
func (b *Buffer) Len() int {
	n := 0
	for i := range b.blocks {
		n += len(b.blocks[i].data)
	}
	return n
}

// Replace replaces the text from start to end. A position beyond the end of its line, or of the text, is that end; a position
// within a character is its start. Start and end may be in either order.
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

// splice replaces the bytes between from and to by text.
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

// exchange replaces the blocks i to j by data, joined with a neighbour if it is small.
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

// mend moves a \n at the start of the block after block i to the \r at its end, so that no line ending is split.
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
