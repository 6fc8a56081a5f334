package index

import (
	"cmp"
	"encoding/binary"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ptk-lsp/workspace/search"

	"ptk-lsp/workspace/index/postings"
)

// ranker returns the pieces that answer a question, the best first.
type ranker func(t testing.TB, x *Index, q string) []Hit

func whole(t testing.TB, x *Index, q string) []Hit {
	hits, err := x.Search(t.Context(), q, 10)
	if err != nil {
		t.Fatal(err)
	}
	return hits
}

func terms(t testing.TB, x *Index, q string) []queryTerm {
	out, err := x.terms(q)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// byBM25 is plain BM25 with the words of the question, as a baseline.
func byBM25(t testing.TB, x *Index, q string) []Hit {
	return x.top(t, func(score func(segment, chunk int, s float32)) {
		chunks, total := totals(x)
		for _, term := range terms(t, x, q) {
			for i, s := range x.segments {
				chunk, list := 0, term.lists[i]
				for len(list) > 0 {
					step, n := binary.Uvarint(list)
					times, m := binary.Uvarint(list[n:])
					list = list[n+m:]
					chunk += int(step)
					tf, k := float64(times), 2*(0.5+0.5*postings.WordsOf(s.Sizes[chunk-1])*chunks/total)
					score(i, chunk-1, term.idf(chunks)*float32(tf*3/(tf+k)))
				}
			}
		}
	})
}

// totals counts chunks and their words.
func totals(x *Index) (chunks, words float64) {
	for _, s := range x.searched() {
		chunks, words = chunks+float64(s.Chunks), words+float64(s.Total)
	}
	return chunks, words
}

// top returns the chunks with the highest sums.
func (x *Index) top(t testing.TB, each func(score func(segment, chunk int, s float32))) []Hit {
	sums := map[[2]int]float32{}
	each(func(segment, chunk int, s float32) { sums[[2]int{segment, chunk}] += s })
	best := &top{limit: 10}
	for at, s := range sums {
		best.places = append(best.places, place{at[0], at[1], s})
	}
	hits, err := x.hits(best.sorted(), 10)
	if err != nil {
		t.Fatal(err)
	}
	return hits
}

// plainGrep ranks lines by how many words of the question they contain, like someone who greps for each word.
func plainGrep(t testing.TB, x *Index, q string) []Hit {
	var words []string
	for _, w := range strings.Fields(strings.ToLower(q)) {
		if len(w) > 3 {
			words = append(words, regexp.QuoteMeta(w))
		}
	}
	r, err := search.Grep(t.Context(), x.o.Search, search.Query{Text: strings.Join(words, "|"), Regex: true, IgnoreCase: true})
	if err != nil {
		t.Fatal(err)
	}
	counts := make([]int, len(r.Matches))
	order := make([]int, len(r.Matches))
	for i, m := range r.Matches {
		order[i] = i
		for _, w := range words {
			if strings.Contains(strings.ToLower(m.Text), w) {
				counts[i]++
			}
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(counts[b], counts[a]) })
	var out []Hit
	for _, i := range order[:min(10, len(order))] {
		out = append(out, Hit{Rel: r.Matches[i].Rel, Start: r.Matches[i].Line, End: r.Matches[i].Line})
	}
	return out
}

// rank returns the place of the first hit that overlaps an answer, from 1; 0 if there is none.
func rank(hits, answers []Hit) int {
	for i, h := range hits {
		for _, a := range answers {
			if h.Rel == a.Rel && h.Start <= a.End && a.Start <= h.End {
				return i + 1
			}
		}
	}
	return 0
}
