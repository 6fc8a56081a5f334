package index

import (
	"context"
	"fmt"
	"io"
	"slices"
)

// Hit is a piece of a file that answers a query.
type Hit struct {
	Rel        string // from the folder, slash-separated
	Start, End int    // lines, counted from 1, both included
	Score      float64
}

// How BM25 weighs: a limit is how soon more of a word says no more, lengthShare how much long texts are held back.
const (
	tfLimit     = 3.0
	fileLimit   = 4.0 // of a word in all of a file
	lengthShare = 0.5
	fileWeight  = 0.5  // of what the whole file says, beside its chunk
	proseWeight = 0.8  // of what is written about code, beside code
	angleWeight = 0.05 // of the built-in vectors, beside words
)

// Reciprocal rank fusion with a model's vectors: a chunk counts 1/(fuseRank+rank) for each list that it is in.
const (
	fuseRank  = 10
	fuseDepth = 100
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
	if meant != nil {
		byMeaning, err := x.byVector(ctx, meant, (*segment).meant)
		if err != nil {
			return nil, err
		}
		return x.hits(fuse(byWords, byMeaning), k)
	}
	ranked, err := x.byAngle(ctx, byWords, terms, k)
	if err != nil {
		return nil, err
	}
	return x.hits(ranked, k)
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

// byWords ranks by BM25, of chunks and of the files that they are of. The scores are shares of what a perfect chunk would have.
func (x *Index) byWords(ctx context.Context, terms []queryTerm) ([]place, error) {
	t := x.tally(terms)
	if t.perfect == 0 {
		return nil, nil
	}
	best := &top{limit: fuseDepth}
	for i, s := range x.searched() {
		if err := ctx.Err(); err != nil {
			return nil, context.Cause(ctx)
		}
		if err := t.segment(i, s); err != nil {
			return nil, err
		}
		file := 0
		for c, score := range t.scores[:s.f.chunks] {
			for file+1 < len(s.files) && s.files[file+1].first <= c {
				file++
			}
			if score == 0 {
				continue
			}
			score = (score + fileWeight*t.fileScores[file]) * s.priors[file] / t.perfect
			if score > best.least && x.alive(s, c) {
				best.add(place{i, c, score})
			}
		}
	}
	return best.sorted(), nil
}

// byAngle orders chunks that fit by their words anew, with the angle between their vectors and the query's; where there are
// fewer than k, those follow that fit by their vectors alone.
func (x *Index) byAngle(ctx context.Context, byWords []place, terms []queryTerm, k int) ([]place, error) {
	query := x.vector(terms)
	segments := x.searched()
	buf := make([]byte, hashedDim)
	for i := range byWords {
		p := &byWords[i]
		v := segments[p.segment].hashed()
		if _, err := v.ReadAt(buf, v.at+int64(p.chunk*v.dim)); err != nil {
			return nil, fmt.Errorf("reading the index: %w", err)
		}
		p.score += angleWeight * cosine(query, asInts(buf))
	}
	slices.SortFunc(byWords, better)
	if len(byWords) >= k {
		return byWords, nil
	}
	more, err := x.byVector(ctx, query, (*segment).hashed)
	if err != nil {
		return nil, err
	}
	for _, p := range more {
		if !slices.ContainsFunc(byWords, func(o place) bool { return o.segment == p.segment && o.chunk == p.chunk }) {
			p.score = 0
			byWords = append(byWords, p)
		}
	}
	return byWords, nil
}

// totals counts chunks and their words.
func (x *Index) totals() (chunks, words float64) {
	for _, s := range x.searched() {
		chunks, words = chunks+float64(s.f.chunks), words+float64(s.f.total)
	}
	return chunks, words
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
