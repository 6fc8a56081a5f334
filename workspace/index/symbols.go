package index

import (
	"cmp"
	"context"
	"encoding/binary"
	"path"
	"slices"
	"strings"

	"ptk-lsp/workspace/repomap"
)

// symbol is a name that a file of a segment defines.
type symbol struct {
	file int // its place in the segment's files
	name string
}

// Of a segment are kept the names of these lengths that most of its chunks hold: as many as a map of the tree can need.
const (
	keptSymbols = 2000
	keptRefs    = 4000
	minSymbol   = 3
	maxSymbol   = maxWord
)

// define notes a name that the file being read defines; that of its folder, which is a package's, tells nothing.
func (b *builder) define(rel, name string) {
	if len(name) >= minSymbol && len(name) <= maxSymbol && !prose(rel) && name != path.Base(path.Dir(rel)) && !common(strings.ToLower(name)) {
		b.symbols = append(b.symbols, symbol{len(b.files) - 1, name})
	}
}

// kept gives the symbols that the segment keeps, in their order, and how many chunks of code hold each of the names that
// are referred to most: those that are defined in the segment, or look as if they were elsewhere.
func (b *builder) kept() (symbols []symbol, refs []namedCount) {
	defined := map[string]bool{}
	for _, s := range b.symbols {
		defined[s.name] = true
	}
	for name, id := range b.idents {
		if id.chunks > 0 && len(name) >= minSymbol && len(name) <= maxSymbol && (defined[name] || repomap.Compound(name) || isUpper(name[0])) {
			refs = append(refs, namedCount{name, id.chunks})
		}
	}
	slices.SortFunc(refs, func(x, y namedCount) int { return cmp.Or(cmp.Compare(y.chunks, x.chunks), cmp.Compare(x.name, y.name)) })
	refs = refs[:min(keptRefs, len(refs))]
	if len(b.symbols) <= keptSymbols {
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
	symbols = symbols[:keptSymbols]
	slices.SortStableFunc(symbols, func(x, y symbol) int { return cmp.Compare(x.file, y.file) })
	return symbols, refs
}

// namedCount is a name and how many chunks hold it.
type namedCount struct {
	name   string
	chunks uint32
}

// prose is true for files in which a line that looks like a definition is none.
func prose(rel string) bool {
	switch strings.ToLower(path.Ext(rel)) {
	case ".md", ".mdx", ".txt", ".rst", ".adoc", ".org", ".html", ".htm", ".xml", ".svg", ".json", ".yaml", ".yml", ".toml", ".csv", ".po", ".tex", ".css", "":
		return true
	}
	return false
}

func appendSymbols(symbols []symbol, refs []namedCount) []byte {
	b := binary.AppendUvarint(nil, uint64(len(symbols)))
	for _, s := range symbols {
		b = appendString(binary.AppendUvarint(b, uint64(s.file)), s.name)
	}
	b = binary.AppendUvarint(b, uint64(len(refs)))
	for _, r := range refs {
		b = appendString(binary.AppendUvarint(b, uint64(r.chunks)), r.name)
	}
	return b
}

// symbols reads those of the files that no later segment has, and adds to refs how many chunks hold each name.
func (s *segment) symbols(refs map[string]int) (out []repomap.Symbol, err error) {
	raw, err := s.piece(s.f.symbols, s.f.tables-s.f.symbols, s.f.tables)
	if err != nil {
		return nil, err
	}
	r := &reader{b: raw}
	for range r.count(2) {
		file, name := int(r.uvarint()), r.text()
		if r.bad || file < 0 || file >= len(s.files) {
			return nil, ErrCorrupt
		}
		if !s.dead[file] {
			out = append(out, repomap.Symbol{File: s.files[file].rel, Name: name})
		}
	}
	for range r.count(2) {
		n := int(r.uvarint())
		refs[r.text()] += n
	}
	if r.bad {
		return nil, ErrCorrupt
	}
	return out, nil
}

// Map makes the map of the folder as the index knows it.
func (x *Index) Map(ctx context.Context) (*repomap.Map, error) {
	x.writing.Lock() // the segments stay
	defer x.writing.Unlock()
	var symbols []repomap.Symbol
	refs := map[string]int{}
	for _, s := range x.segments {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		more, err := s.symbols(refs)
		if err != nil {
			return nil, err
		}
		symbols = append(symbols, more...)
	}
	for i := range symbols {
		symbols[i].Refs = refs[symbols[i].Name]
	}
	files := make([]string, 0, len(x.files))
	for rel := range x.files {
		files = append(files, rel)
	}
	return repomap.New(files, symbols), nil
}
