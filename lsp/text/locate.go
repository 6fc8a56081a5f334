package text

import (
	"bytes"
	"unicode/utf8"
)

// locate returns the place of a position.
func (b *Buffer) locate(p Position) place {
	at, ok := b.lineStart(p.Line)
	if !ok {
		return b.end()
	}
	left := max(p.Character, 0)
	for {
		blk := &b.blocks[at.block]
		rest := blk.data[at.offset:]
		end := lineLength(rest)
		units := b.length(blk, rest[:end])
		if left <= units || end < len(rest) || at.block+1 == len(b.blocks) {
			return place{at.block, at.offset + b.advance(blk, rest[:end], left)}
		}
		left -= units
		at = place{at.block + 1, 0}
	}
}

func (b *Buffer) end() place {
	last := len(b.blocks) - 1
	return place{last, len(b.blocks[last].data)}
}

// lineStart returns the start of a line; ok is false if there is no such line.
func (b *Buffer) lineStart(line int) (at place, ok bool) {
	if line <= 0 {
		return place{0, 0}, true
	}
	for i := range b.blocks {
		if blk := &b.blocks[i]; line > blk.lines {
			line -= blk.lines
			continue
		}
		return place{i, b.blocks[i].lineStart(line)}, true
	}
	return place{}, false
}

// lineStart returns the offset after the n-th line ending.
func (b *block) lineStart(n int) int {
	at := 0
	for ; n > 0; n-- {
		if !b.cr {
			at += bytes.IndexByte(b.data[at:], '\n') + 1
			continue
		}
		at += lineLength(b.data[at:])
		if bytes.HasPrefix(b.data[at:], []byte("\r\n")) {
			at++
		}
		at++
	}
	return at
}

// lineLength returns the number of bytes before the first line ending, or of all if there is none.
func lineLength(data []byte) int {
	n := bytes.IndexByte(data, '\n')
	if n < 0 {
		n = len(data)
	}
	if r := bytes.IndexByte(data[:n], '\r'); r >= 0 {
		return r
	}
	return n
}

// length returns the length of a part of a block in units of the encoding.
func (b *Buffer) length(blk *block, piece []byte) int {
	switch {
	case b.enc == UTF8 || blk.plain:
		return len(piece)
	case len(piece) == len(blk.data):
		return blk.units
	}
	return countUnits(piece)
}

// advance returns the number of bytes of the first n units of a part of a block, or of all if it is shorter.
func (b *Buffer) advance(blk *block, piece []byte, n int) int {
	if b.enc == UTF8 || blk.plain {
		n = min(n, len(piece))
		for n > 0 && n < len(piece) && !utf8.RuneStart(piece[n]) {
			n--
		}
		return n
	}
	at := 0
	for at < len(piece) {
		r, size := utf8.DecodeRune(piece[at:])
		if n -= units(r); n < 0 {
			break
		}
		at += size
	}
	return at
}

// units returns the number of UTF-16 code units of a character.
func units(r rune) int {
	if r >= 0x10000 {
		return 2
	}
	return 1
}

// PositionAt returns the position of a byte offset, which must not be within a character or \r\n.
func (b *Buffer) PositionAt(offset int) Position {
	p := Position{}
	for i := range b.blocks {
		blk := &b.blocks[i]
		if offset > len(blk.data) && i+1 < len(b.blocks) {
			offset -= len(blk.data)
			p = b.past(blk, p, blk.data)
			continue
		}
		return b.past(blk, p, blk.data[:min(offset, len(blk.data))])
	}
	return p
}

// past returns the position after a part of a block that starts at p.
func (b *Buffer) past(blk *block, p Position, piece []byte) Position {
	lines := blk.lines
	if len(piece) < len(blk.data) {
		lines, _ = countLines(piece)
	}
	if lines == 0 {
		return Position{p.Line, p.Character + b.length(blk, piece)}
	}
	last := lastLine(piece)
	return Position{p.Line + lines, b.length(blk, last)}
}

// lastLine returns the text after the last line ending.
func lastLine(piece []byte) []byte {
	return piece[max(bytes.LastIndexByte(piece, '\n'), bytes.LastIndexByte(piece, '\r'))+1:]
}

// ColumnUTF16 returns the character of a position in UTF-16 code units.
func (b *Buffer) ColumnUTF16(p Position) int { return b.column(p, countUnits) }

// ColumnUTF8 returns the character of a position in bytes.
func (b *Buffer) ColumnUTF8(p Position) int {
	return b.column(p, func(piece []byte) int { return len(piece) })
}

// column measures the text before a position in its line.
func (b *Buffer) column(p Position, measure func([]byte) int) int {
	start, ok := b.lineStart(p.Line)
	if !ok {
		return 0
	}
	end := b.locate(p)
	n := 0
	for i := start.block; i <= end.block; i++ {
		from, to := 0, len(b.blocks[i].data)
		if i == start.block {
			from = start.offset
		}
		if i == end.block {
			to = end.offset
		}
		n += measure(b.blocks[i].data[from:to])
	}
	return n
}
