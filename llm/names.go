package llm

import (
	"cmp"
	"slices"
	"strings"
)

// ClosestNames returns up to n of the names, those most similar to want first.
func ClosestNames(want string, names []string, n int) []string {
	closest := slices.Clone(names)
	slices.SortStableFunc(closest, func(a, b string) int {
		return cmp.Compare(likeness(want, b), likeness(want, a))
	})
	return closest[:min(n, len(closest))]
}

// likeness returns the share of letter pairs that two names have in common, from 0 to 1.
func likeness(a, b string) float64 {
	pairs := letterPairs(a)
	common, all := 0, len(pairs)
	for p := range letterPairs(b) {
		if pairs[p] {
			common++
		}
		all++
	}
	return 2 * float64(common) / float64(max(all, 1))
}

func letterPairs(name string) map[string]bool {
	name = strings.ToLower(name)
	pairs := map[string]bool{}
	for i := range max(len(name)-1, 0) {
		pairs[name[i:i+2]] = true
	}
	return pairs
}
