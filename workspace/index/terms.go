package index

import (
	"math"
	"slices"
)

// queryTerm is a word of a query, or one related to it, with its list in each segment.
type queryTerm struct {
	word   string
	weight float32 // beside the word itself
	chunks float64
	lists  [][]byte
	also   []queryTerm // related words
}

func (t *queryTerm) idf(chunks float64) float32 {
	return float32(math.Log(1 + (chunks-t.chunks+0.5)/(t.chunks+0.5)))
}

// terms looks up the words of a query, each once, and those related to them; words that only put the question are left out
// where others remain.
func (x *Index) terms(query string) ([]queryTerm, error) {
	var words, fillers, whole []string
	(&splitter{}).words([]byte(query), func(w []byte, all bool) {
		word := string(w)
		switch {
		case slices.Contains(words, word) || slices.Contains(fillers, word) || len(words) >= maxQuery:
		case filler(word):
			fillers = append(fillers, word)
		default:
			words = append(words, word)
			if all {
				whole = append(whole, word)
			}
		}
	})
	if len(words) == 0 {
		words = fillers
	}
	var out []queryTerm
	for _, w := range words {
		t, err := x.lookUp(w, 1)
		if err != nil {
			return nil, err
		}
		for _, r := range related(w) {
			if slices.Contains(whole, w) {
				break // the name of something is meant as it stands
			}
			also, err := x.lookUp(r.word, r.weight)
			if err != nil {
				return nil, err
			}
			if also.chunks > 0 && also.chunks < mostRelated {
				t.also = append(t.also, also)
			}
		}
		out = append(out, t)
	}
	return out, nil
}

const (
	maxQuery    = 64     // words of a query that are looked up
	mostRelated = 50_000 // chunks; a related word that so many hold costs more than it tells
)

// lookUp finds the lists of a word.
func (x *Index) lookUp(word string, weight float32) (queryTerm, error) {
	segments := x.searched()
	t := queryTerm{word: word, weight: weight, lists: make([][]byte, len(segments))}
	for i, s := range segments {
		n, list, err := s.list(word)
		if err != nil {
			return t, err
		}
		t.chunks, t.lists[i] = t.chunks+float64(n), list
	}
	return t, nil
}
