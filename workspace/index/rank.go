package index

import (
	"context"
	"fmt"
	"slices"

	"ptk-lsp/workspace/index/vector"
)

// Reciprocal rank fusion with a model's vectors: a chunk counts 1/(fuseRank+rank) for each list that it is in.
const (
	fuseRank  = 10
	fuseDepth = 100
)

// Hit is a piece of a file that answers a query.
type Hit struct {
	Rel        string // from the folder, slash-separated
	Start, End int    // lines, counted from 1, both included
	Score      float64
}

// place is a chunk of a segment, and how well it fits.
type place struct {
	segment, chunk int
	score          float32
}

func fuse(lists ...[]place) []place {
	scores := map[[2]int]float32{}
	for _, l := range lists {
		for rank, p := range l {
			scores[[2]int{p.segment, p.chunk}] += 1 / float32(fuseRank+rank+1)
		}
	}
	out := make([]place, 0, len(scores))
	for at, score := range scores {
		out = append(out, place{at[0], at[1], score})
	}
	slices.SortFunc(out, better)
	return out
}

// better orders places, the best first.
func better(a, b place) int {
	switch {
	case a.score != b.score && a.score > b.score, a.score == b.score && (a.segment < b.segment || a.segment == b.segment && a.chunk < b.chunk):
		return -1
	}
	return 1
}

func (c *contents) hits(places []place, k int) ([]Hit, error) {
	var out []Hit
	for _, p := range places[:min(k, len(places))] {
		s := c.searched()[p.segment]
		at, err := s.Lines(p.chunk)
		if err != nil {
			return nil, err
		}
		out = append(out, Hit{s.Files[s.FileOf(p.chunk)].Rel, int(at.Start), int(at.End), float64(p.score)})
	}
	return out, nil
}

// byWords ranks by BM25 of chunks and of their files. A score is relative to that of a perfect chunk.
func (c *contents) byWords(ctx context.Context, terms []queryTerm) ([]place, error) {
	t := newTally(c.searched(), terms)
	if t.perfect == 0 {
		return nil, nil
	}
	best := &top{limit: fuseDepth}
	for i, s := range c.searched() {
		if err := ctx.Err(); err != nil {
			return nil, context.Cause(ctx)
		}
		if err := t.segment(i, s); err != nil {
			return nil, err
		}
		file := 0
		for chunk, score := range t.scores[:s.Chunks] {
			for file+1 < len(s.Files) && s.Files[file+1].First <= chunk {
				file++
			}
			if score == 0 {
				continue
			}
			score = (score + fileWeight*t.fileScores[file]) * s.priors[file] / t.perfect
			if score > best.least && c.alive(s, chunk) {
				best.add(place{i, chunk, score})
			}
		}
	}
	return best.sorted(), nil
}

const vectorBlock = 1 << 20 // bytes of vectors that are read at once

// byVector ranks by the angle between a model's vectors and the query's, exactly. Segments without vectors of the query's dimension
// are left out.
func (c *contents) byVector(ctx context.Context, query []int8) ([]place, error) {
	best := &top{limit: fuseDepth}
	dim := len(query)
	buf := make([]int8, vectorBlock/dim*dim)
	for i, s := range c.searched() {
		if s.vectors == nil || s.vectors.Dim != dim {
			continue
		}
		for chunk := 0; chunk < s.Chunks; {
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			part := buf[:min(len(buf), (s.Chunks-chunk)*dim)]
			if err := s.vectors.Read(chunk, part); err != nil {
				return nil, fmt.Errorf("reading the index: %w", err)
			}
			for ; len(part) > 0; part = part[dim:] {
				if score := float32(vector.Dot(query, part[:dim])); score > best.least && c.alive(s, chunk) {
					best.add(place{i, chunk, score})
				}
				chunk++
			}
		}
	}
	return best.sorted(), nil
}

// top holds the best places.
type top struct {
	limit  int
	places []place
	least  float32 // a score must be greater to be added
}

// add adds a place; now and then those that are not among the best are dropped.
func (t *top) add(p place) {
	t.places = append(t.places, p)
	if len(t.places) >= 4*t.limit {
		t.places = t.sorted()
		t.least = t.places[len(t.places)-1].score
	}
}

func (t *top) sorted() []place {
	slices.SortFunc(t.places, better)
	return t.places[:min(t.limit, len(t.places))]
}
