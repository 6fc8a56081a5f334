package index

import (
	"math"
	"slices"

	"ptk-lsp/workspace/index/words"
)

// queryTerm is a word of a query, or a related one, with its list in each segment.
type queryTerm struct {
	word   string
	weight float32 // compared to the word itself
	chunks float64
	lists  [][]byte
	also   []queryTerm // related words
}

func (t *queryTerm) idf(chunks float64) float32 {
	return float32(math.Log(1 + (chunks-t.chunks+0.5)/(t.chunks+0.5)))
}

// terms looks up the words of a query, each once, and their related words. Words that only phrase the question are left out
// if there are others.
func (c *contents) terms(query string) ([]queryTerm, error) {
	var plain, fillers, whole []string
	(&words.Splitter{}).Words([]byte(query), func(w []byte, all bool) {
		word := string(w)
		switch {
		case slices.Contains(plain, word) || slices.Contains(fillers, word) || len(plain) >= maxQuery:
		case words.Filler(word):
			fillers = append(fillers, word)
		default:
			plain = append(plain, word)
			if all {
				whole = append(whole, word)
			}
		}
	})
	if len(plain) == 0 {
		plain = fillers
	}
	var out []queryTerm
	for _, w := range plain {
		t, err := c.lookUp(w, 1)
		if err != nil {
			return nil, err
		}
		for _, r := range words.Related(w) {
			if slices.Contains(whole, w) {
				break // a whole identifier is meant literally
			}
			also, err := c.lookUp(r.Word, r.Weight)
			if err != nil {
				return nil, err
			}
			if also.chunks > 0 && also.chunks < maxRelated {
				t.also = append(t.also, also)
			}
		}
		out = append(out, t)
	}
	return out, nil
}

const (
	maxQuery   = 64     // words of a query that are looked up
	maxRelated = 50_000 // chunks; a related word in more of them costs more than it helps
)

// lookUp returns a word with its lists.
func (c *contents) lookUp(word string, weight float32) (queryTerm, error) {
	segments := c.searched()
	t := queryTerm{word: word, weight: weight, lists: make([][]byte, len(segments))}
	for i, s := range segments {
		n, list, err := s.List(word)
		if err != nil {
			return t, err
		}
		t.chunks, t.lists[i] = t.chunks+float64(n), list
	}
	return t, nil
}
