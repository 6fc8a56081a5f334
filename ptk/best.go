package ptk

import (
	"cmp"
	"slices"
	"strings"
)

// hit is a name that answers to what was typed.
type hit struct {
	name string
	rank int
	at   int // its place in the list that was looked through
}

// compare orders hits, the best first.
func (h hit) compare(o hit) int {
	return cmp.Or(cmp.Compare(h.rank, o.rank), cmp.Compare(len(h.name), len(o.name)), strings.Compare(h.name, o.name))
}

// best keeps the hits that answer best.
type best struct {
	most  int
	hits  []hit
	worst *hit // what a hit must be better than, once there are enough
}

// consider takes a name where it answers to what was typed; both in lower case too.
func (b *best) consider(name, lower, want string, at int) {
	r, ok := rank(lower, want)
	if !ok {
		return
	}
	h := hit{name, r, at}
	if b.worst != nil && h.compare(*b.worst) >= 0 {
		return
	}
	if b.hits = append(b.hits, h); len(b.hits) >= 4*b.most {
		b.hits = b.sorted()
		worst := b.hits[len(b.hits)-1]
		b.worst = &worst
	}
}

// sorted gives the best.
func (b *best) sorted() []hit {
	slices.SortStableFunc(b.hits, hit.compare)
	return b.hits[:min(len(b.hits), b.most)]
}

// rank says how well a path answers to what was typed, both in lower case: by its name's beginning, its name, its path, or
// letters in order.
func rank(lower, want string) (int, bool) {
	base := lower[strings.LastIndexByte(lower, '/')+1:]
	switch {
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
