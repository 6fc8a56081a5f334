package index

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"slices"
)

// Hit is a piece of a file that answers a query.
type Hit struct {
	Rel        string // from the folder, slash-separated
	Start, End int    // lines, counted from 1, both included
	Score      float64
}

// How BM25 weighs: tfLimit is how soon more of a word says no more, lengthShare how much long chunks are held back.
const (
	tfLimit     = 2.0
	lengthShare = 0.5
)

// Reciprocal rank fusion: a chunk counts weight/(fuseRank+rank) for each list that it is in.
const (
	fuseRank     = 10
	fuseDepth    = 100
	hashedWeight = 0.2 // of the built-in vectors; a model's count as much as words
)

// Search gives the k pieces that fit a query in plain words or code best, the best first.
// The error wraps [ErrCorrupt] where the index has to be built again.
func (x *Index) Search(ctx context.Context, query string, k int) ([]Hit, error) {
	x.follow()
	meant := x.meant(ctx, query)
	x.mu.RLock()
	defer x.mu.RUnlock()
	terms, err := x.terms(query)
	if err != nil {
		return nil, err
	}
	byWords, err := x.byWords(ctx, terms)
	if err != nil {
		return nil, err
	}
	weight, from := 1.0, (*segment).meant
	if meant == nil {
		weight, from, meant = hashedWeight, (*segment).hashed, x.vector(terms)
	}
	byVector, err := x.byVector(ctx, meant, from)
	if err != nil {
		return nil, err
	}
	return x.hits(fuse([][]place{byWords, byVector}, []float64{1, weight}), k)
}

// place is a chunk of a segment, and how well it fits.
type place struct {
	segment, chunk int
	score          float32
}

func fuse(lists [][]place, weights []float64) []place {
	scores := map[[2]int]float32{}
	for i, l := range lists {
		for rank, p := range l {
			scores[[2]int{p.segment, p.chunk}] += float32(weights[i] / float64(fuseRank+rank+1))
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

func (x *Index) hits(places []place, k int) ([]Hit, error) {
	var out []Hit
	for _, p := range places[:min(k, len(places))] {
		s := x.searched()[p.segment]
		at, err := s.lines(p.chunk)
		if err != nil {
			return nil, err
		}
		out = append(out, Hit{s.files[s.fileOf(p.chunk)].rel, int(at.start), int(at.end), float64(p.score)})
	}
	return out, nil
}

// byWords ranks by BM25.
func (x *Index) byWords(ctx context.Context, terms []queryTerm) ([]place, error) {
	chunks, total := x.totals()
	if chunks == 0 {
		return nil, nil
	}
	var norms [256]float32
	for b := range norms {
		norms[b] = float32(tfLimit * (1 - lengthShare + lengthShare*sizeOf(byte(b))/max(1, total/chunks)))
	}
	best := &top{limit: fuseDepth}
	for i, s := range x.searched() {
		if err := ctx.Err(); err != nil {
			return nil, context.Cause(ctx)
		}
		scores := make([]float32, s.f.chunks)
		for _, t := range terms {
			if err := s.score(t.lists[i], t.idf(chunks), &norms, scores); err != nil {
				return nil, err
			}
		}
		for c, score := range scores {
			if score > best.least && x.alive(s, c) {
				best.add(place{i, c, score})
			}
		}
	}
	return best.sorted(), nil
}

// totals counts chunks and their words.
func (x *Index) totals() (chunks, words float64) {
	for _, s := range x.searched() {
		chunks, words = chunks+float64(s.f.chunks), words+float64(s.f.total)
	}
	return chunks, words
}

// queryTerm is a word of a query with its list in each segment.
type queryTerm struct {
	word   string
	chunks float64
	lists  [][]byte
}

func (t *queryTerm) idf(chunks float64) float32 {
	return float32(math.Log(1 + (chunks-t.chunks+0.5)/(t.chunks+0.5)))
}

// terms looks up the words of a query, each once; those that only put the question are left out where others remain.
func (x *Index) terms(query string) ([]queryTerm, error) {
	var words, fillers []string
	(&splitter{}).words([]byte(query), func(w []byte, _ bool) {
		word := string(w)
		switch {
		case slices.Contains(words, word) || slices.Contains(fillers, word) || len(words) >= maxQuery:
		case filler(word):
			fillers = append(fillers, word)
		default:
			words = append(words, word)
		}
	})
	if len(words) == 0 {
		words = fillers
	}
	var out []queryTerm
	for _, w := range words {
		t := queryTerm{word: w, lists: make([][]byte, len(x.searched()))}
		for i, s := range x.searched() {
			n, list, err := s.list(w)
			if err != nil {
				return nil, err
			}
			t.chunks, t.lists[i] = t.chunks+float64(n), list
		}
		out = append(out, t)
	}
	return out, nil
}

const maxQuery = 64 // words of a query that are looked up

// score adds a term's part to the scores of the chunks.
func (s *segment) score(list []byte, idf float32, norms *[256]float32, scores []float32) error {
	chunk := uint64(0)
	for len(list) > 0 {
		step, n := binary.Uvarint(list)
		if n <= 0 {
			return ErrCorrupt
		}
		tf, m := binary.Uvarint(list[n:])
		if m <= 0 {
			return ErrCorrupt
		}
		list = list[n+m:]
		if chunk += step; chunk == 0 || chunk > uint64(len(scores)) || step == 0 {
			return ErrCorrupt
		}
		f := float32(tf)
		scores[chunk-1] += idf * f * (tfLimit + 1) / (f + norms[s.sizes[chunk-1]])
	}
	return nil
}

// vector gives the built-in one of the query.
func (x *Index) vector(terms []queryTerm) []int8 {
	sum := make([]float32, hashedDim)
	chunks, _ := x.totals()
	for _, t := range terms {
		if !common(t.word) {
			addFeatures(sum, features([]byte(t.word)), t.idf(chunks))
		}
	}
	out := make([]int8, hashedDim)
	quantize(sum, out)
	return out
}

// vectors are those of a segment's chunks, one after the other from a place in a file.
type vectors struct {
	io.ReaderAt
	at  int64
	dim int
}

// hashed are those that are built in.
func (s *segment) hashed() vectors { return vectors{s, s.f.vectors, int(s.f.dim)} }

const vectorBlock = 1 << 20 // bytes of vectors that are read at once

// byVector ranks by the angle to the query, exactly; segments without vectors of its dimension are passed over.
func (x *Index) byVector(ctx context.Context, query []int8, from func(*segment) vectors) ([]place, error) {
	best := &top{limit: fuseDepth}
	buf := make([]byte, vectorBlock/len(query)*len(query))
	for i, s := range x.searched() {
		v := from(s)
		if v.dim != len(query) {
			continue
		}
		for chunk := 0; chunk < int(s.f.chunks); {
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			part := buf[:min(len(buf), (int(s.f.chunks)-chunk)*len(query))]
			if _, err := v.ReadAt(part, v.at+int64(chunk*len(query))); err != nil {
				return nil, fmt.Errorf("reading the index: %w", err)
			}
			for v := asInts(part); len(v) > 0; v = v[len(query):] {
				if score := float32(dot(query, v[:len(query)])); score > best.least && x.alive(s, chunk) {
					best.add(place{i, chunk, score})
				}
				chunk++
			}
		}
	}
	return best.sorted(), nil
}

// top keeps the best places.
type top struct {
	limit  int
	places []place
	least  float32 // what a score must be above to be kept
}

// add takes a place; now and then what is not among the best is dropped.
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
