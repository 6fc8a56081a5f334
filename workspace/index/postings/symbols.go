package postings

import (
	"cmp"
	"encoding/binary"
	"path"
	"slices"
	"strings"

	"ptk-lsp/workspace/index/chunk"
	"ptk-lsp/workspace/index/words"
	"ptk-lsp/workspace/repomap"
	"ptk-lsp/workspace/segment"
)

// symbol is a name that a file of a segment defines.
type symbol struct {
	file int // its place in the segment's files
	name string
}

// A segment holds the names of these lengths that occur in most of its chunks: as many as a map of the tree can need.
const (
	maxSymbols   = 2000
	maxRefs      = 4000
	minSymbolLen = 3
	maxSymbolLen = words.MaxLen
)

// define adds a name that the current file defines, except the name of its folder, which is usually the package.
func (b *Builder) define(rel, name string) {
	if len(name) >= minSymbolLen && len(name) <= maxSymbolLen && !chunk.IsProse(rel) && name != path.Base(path.Dir(rel)) &&
		!words.Common(strings.ToLower(name)) {
		b.symbols = append(b.symbols, symbol{len(b.files) - 1, name})
	}
}

// mostUsed returns the symbols for the segment, in their order, and in how many chunks of code each of the names occurs that
// are referred to most: those that are defined in the segment, or look as if they were elsewhere.
func (b *Builder) mostUsed() (symbols []symbol, refs []namedCount) {
	defined := map[string]bool{}
	for _, s := range b.symbols {
		defined[s.name] = true
	}
	for name, id := range b.idents {
		if id.chunks > 0 && len(name) >= minSymbolLen && len(name) <= maxSymbolLen &&
			(defined[name] || repomap.Compound(name) || words.IsUpper(name[0])) {
			refs = append(refs, namedCount{name, id.chunks})
		}
	}
	slices.SortFunc(refs, func(x, y namedCount) int { return cmp.Or(cmp.Compare(y.chunks, x.chunks), cmp.Compare(x.name, y.name)) })
	refs = refs[:min(maxRefs, len(refs))]
	if len(b.symbols) <= maxSymbols {
		return b.symbols, refs
	}
	count := func(s symbol) uint32 {
		if id := b.idents[s.name]; id != nil {
			return id.chunks
		}
		return 0
	}
	symbols = slices.Clone(b.symbols)
	slices.SortStableFunc(symbols, func(x, y symbol) int { return cmp.Compare(count(y), count(x)) })
	symbols = symbols[:maxSymbols]
	slices.SortStableFunc(symbols, func(x, y symbol) int { return cmp.Compare(x.file, y.file) })
	return symbols, refs
}

// namedCount is a name and how many chunks it occurs in.
type namedCount struct {
	name   string
	chunks uint32
}

// appendSymbols appends the number of symbols, each with the place of its file and its name, and the number of refs, each with its
// chunks and its name.
func appendSymbols(symbols []symbol, refs []namedCount) []byte {
	b := binary.AppendUvarint(nil, uint64(len(symbols)))
	for _, s := range symbols {
		b = segment.AppendString(binary.AppendUvarint(b, uint64(s.file)), s.name)
	}
	b = binary.AppendUvarint(b, uint64(len(refs)))
	for _, r := range refs {
		b = segment.AppendString(binary.AppendUvarint(b, uint64(r.chunks)), r.name)
	}
	return b
}

// Symbols returns the symbols of the files that are not dead, and adds to refs in how many chunks each name occurs.
func (s *Segment) Symbols(dead []bool, refs map[string]int) (out []repomap.Symbol, err error) {
	raw, err := s.Piece(s.symbols, s.Data-s.symbols, s.Data)
	if err != nil {
		return nil, err
	}
	d := &segment.Decoder{B: raw}
	for range d.Count(2) {
		file, name := int(d.Uvarint()), d.Text()
		if d.Bad || file < 0 || file >= len(s.Files) {
			return nil, segment.ErrCorrupt
		}
		if !dead[file] {
			out = append(out, repomap.Symbol{File: s.Files[file].Rel, Name: name})
		}
	}
	for range d.Count(2) {
		n := int(d.Uvarint())
		refs[d.Text()] += n
	}
	if d.Bad {
		return nil, segment.ErrCorrupt
	}
	return out, nil
}
