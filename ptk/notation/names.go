package notation

import (
	"slices"
	"strings"
)

// Lookup finds a tool by its name or an alias. If none is equal, letter case and the separators "-", "_" and "." are ignored,
// and exactly one tool must match.
func Lookup(tools []Tool, name string) (Tool, bool) {
	for _, t := range tools {
		if t.Name == name {
			return t, true
		}
	}
	for _, t := range tools {
		if slices.Contains(t.Aliases, name) {
			return t, true
		}
	}
	return lookupFolded(tools, foldName(name))
}

// lookupFolded finds the only tool whose folded name or alias is the given one.
func lookupFolded(tools []Tool, folded string) (Tool, bool) {
	found := -1
	for i, t := range tools {
		if !foldsTo(t, folded) {
			continue
		}
		if found >= 0 {
			return Tool{}, false
		}
		found = i
	}
	if found < 0 || folded == "" {
		return Tool{}, false
	}
	return tools[found], true
}

func foldsTo(t Tool, folded string) bool {
	return foldName(t.Name) == folded ||
		slices.ContainsFunc(t.Aliases, func(a string) bool { return foldName(a) == folded })
}

// foldName removes what models change in a name: letter case, separators, and Markdown's backslashes.
func foldName(name string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case '-', '_', '.', '\\', ' ':
			return -1
		}
		return r
	}, strings.ToLower(name))
}

// Closest returns at most three names that are similar to a misspelled one, the most similar first.
func Closest(name string, among []string) []string {
	type near struct {
		name string
		far  int
	}
	folded := foldName(name)
	var found []near
	for _, n := range among {
		if far := difference(folded, foldName(n)); far <= max(2, len(folded)/3) {
			found = append(found, near{n, far})
		}
	}
	slices.SortStableFunc(found, func(a, b near) int { return a.far - b.far })
	var names []string
	for _, f := range found[:min(3, len(found))] {
		names = append(names, f.name)
	}
	return names
}

// difference returns the edit distance of two folded names, but at most 2 if one contains the other.
func difference(a, b string) int {
	if len(a) > 64 || len(b) > 64 {
		return 1 << 10
	}
	d := distance(a, b)
	if min(len(a), len(b)) >= 4 && (strings.Contains(a, b) || strings.Contains(b, a)) {
		d = min(d, 2)
	}
	return d
}

// distance returns the number of bytes to insert, delete or replace to turn a into b.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}
