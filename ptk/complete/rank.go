package complete

import (
	"cmp"
	"slices"
	"strings"
)

// hit is a name that matches what was typed.
type hit struct {
	name  string
	rank  int
	index int // in the list that was searched
}

// compare orders hits, the best first.
func (h hit) compare(o hit) int {
	return cmp.Or(cmp.Compare(h.rank, o.rank), cmp.Compare(len(h.name), len(o.name)), strings.Compare(h.name, o.name))
}

// best collects the best hits.
type best struct {
	limit int
	hits  []hit
	worst *hit // the worst of the best hits; nil until there are enough
}

// consider adds a name if it matches what was typed; both are given in lower case too.
func (b *best) consider(name, lower, want string, index int) {
	r, ok := rank(lower, want)
	if !ok {
		return
	}
	h := hit{name, r, index}
	if b.worst != nil && h.compare(*b.worst) >= 0 {
		return
	}
	if b.hits = append(b.hits, h); len(b.hits) >= 4*b.limit {
		b.hits = b.sorted()
		worst := b.hits[len(b.hits)-1]
		b.worst = &worst
	}
}

// sorted returns the best hits in order.
func (b *best) sorted() []hit {
	slices.SortStableFunc(b.hits, hit.compare)
	return b.hits[:min(len(b.hits), b.limit)]
}

// rank reports how well a path matches what was typed, 0 being best, both in lower case: at the start of its name, in its
// name, in its path, or by its letters in order.
func rank(lower, want string) (int, bool) {
	base := lower[strings.LastIndexByte(strings.TrimSuffix(lower, "/"), '/')+1:]
	switch {
	case want == "" && strings.HasSuffix(lower, "/"):
		return 1, true // files first
	case strings.HasPrefix(base, want), strings.HasPrefix(lower, want):
		return 0, true
	case strings.Contains(base, want):
		return 1, true
	case strings.Contains(lower, want):
		return 2, true
	}
	for _, r := range want {
		i := strings.IndexRune(lower, r)
		if i < 0 {
			return 0, false
		}
		lower = lower[i+1:]
	}
	return 3, true
}
