package index

import (
	"context"

	"ptk-lsp/workspace/repomap"
)

// Map returns the map of the folder as it is indexed.
func (x *Index) Map(ctx context.Context) (*repomap.Map, error) {
	x.writing.Lock() // the segments stay
	defer x.writing.Unlock()
	var symbols []repomap.Symbol
	refs := map[string]int{}
	for _, s := range x.segments {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		more, err := s.Symbols(s.dead, refs)
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
