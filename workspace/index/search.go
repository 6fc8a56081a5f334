package index

import (
	"context"
	"time"

	"ptk-lsp/workspace/index/vector"
)

// Search returns the k pieces that fit a query in plain words or code best, the best first.
// The error wraps [segment.ErrCorrupt] if the index has to be built again.
func (x *Index) Search(ctx context.Context, query string, k int) ([]Hit, error) {
	x.catchUp()
	queryVector := x.embedQuery(ctx, query)
	x.mu.RLock()
	defer x.mu.RUnlock()
	terms, err := x.terms(query)
	if err != nil {
		return nil, err
	}
	places, err := x.byWords(ctx, terms)
	if err != nil {
		return nil, err
	}
	if queryVector != nil {
		byVector, err := x.byVector(ctx, queryVector)
		if err != nil {
			return nil, err
		}
		places = fuse(places, byVector)
	}
	return x.hits(places, k)
}

// queryTime is how long a server may take to embed a query.
const queryTime = 2 * time.Second

// embedQuery asks the model for the vector of a query. It returns nil if there is none in time, or if too few chunks have vectors
// to compare it with.
func (x *Index) embedQuery(ctx context.Context, query string) []int8 {
	if x.o.Embed.Query == nil || !x.isEmbedded() {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, queryTime)
	defer cancel()
	v, err := x.o.Embed.Query(ctx, query)
	if err != nil || len(v) == 0 {
		return nil
	}
	out := make([]int8, len(v))
	vector.Quantize(v, out)
	return out
}

func (x *Index) isEmbedded() bool {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.mostlyEmbedded()
}
