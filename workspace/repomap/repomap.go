// Package repomap writes a short overview of a tree: its folders, and the names that its files define and that other files refer
// to most. It reads no files; the caller passes in the symbols. Start at [New] and [Map.Text].
package repomap

import (
	"cmp"
	"math"
	"path"
	"slices"
	"strings"
	"unicode"
)

// Symbol is a name that a file defines.
type Symbol struct {
	File string // from the top of the tree, slash-separated
	Name string
	Refs int // places that contain the name, its definition included
}

// Map is the overview of a tree. It is immutable and safe for concurrent use.
type Map struct {
	files   int
	folders []folder // the outer first, then the larger
	symbols []ranked // the best first
}

// folder is a folder of the tree with the number of files below it.
type folder struct {
	rel   string
	files int
}

// ranked is a symbol with its score.
type ranked struct {
	Symbol
	score float64
}

// maxSymbols limits the names of a map: far more than fit into a prompt.
const maxSymbols = 2000

// New returns the map of files, given by their paths from the top, and of the symbols that they define. The order of both is
// irrelevant.
func New(files []string, symbols []Symbol) *Map {
	return &Map{files: len(files), folders: folders(files), symbols: rank(symbols)}
}

// folders counts the files below each folder of the first three levels; a folder that contains only another folder is left out.
func folders(files []string) []folder {
	counts := map[string]int{}
	for _, f := range files {
		dir := path.Dir(f)
		for dir != "." {
			if strings.Count(dir, "/") < 3 {
				counts[dir]++
			}
			dir = path.Dir(dir)
		}
	}
	wraps := map[string]bool{} // a folder that contains only another is implied by that one
	for rel, n := range counts {
		if parent := path.Dir(rel); counts[parent] == n {
			wraps[parent] = true
		}
	}
	var out []folder
	for rel, n := range counts {
		if !wraps[rel] {
			out = append(out, folder{rel, n})
		}
	}
	slices.SortFunc(out, func(a, b folder) int {
		return cmp.Or(cmp.Compare(strings.Count(a.rel, "/"), strings.Count(b.rel, "/")), cmp.Compare(b.files, a.files), cmp.Compare(a.rel, b.rel))
	})
	return out[:min(maxSymbols, len(out))]
}

// rank orders symbols by their score, each name once for every file.
func rank(symbols []Symbol) []ranked {
	definers := map[string]int{}
	seen := map[Symbol]bool{}
	var out []ranked
	for _, s := range symbols {
		if key := (Symbol{File: s.File, Name: s.Name}); !seen[key] {
			seen[key] = true
			definers[s.Name]++
			out = append(out, ranked{Symbol: s})
		}
	}
	for i := range out {
		out[i].score = score(out[i].Symbol, definers[out[i].Name])
	}
	slices.SortFunc(out, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.File, b.File), cmp.Compare(a.Name, b.Name))
	})
	out = slices.DeleteFunc(out, func(r ranked) bool { return r.score <= 0 })
	return slices.Clip(out[:min(maxSymbols, len(out))])
}

// score is how informative a name is: how often it is referred to, less if several files define it, if it is a plain word that may
// mean anything, and if its file is a minor one.
func score(s Symbol, definers int) float64 {
	refs := float64(s.Refs-definers) / float64(definers)
	if refs <= 0 || definers > 5 {
		return 0
	}
	score := math.Sqrt(refs)
	switch {
	case len(s.Name) < 4:
		score /= 8
	case !Compound(s.Name) && unicode.IsUpper(rune(s.Name[0])):
		score /= 3 // other trees have it too
	case !Compound(s.Name):
		score /= 8 // many local variables have such names
	}
	if strings.HasPrefix(s.Name, "_") {
		score /= 4
	}
	if minor(s.File) {
		score /= 10
	}
	return score
}

// Compound reports whether a name has several words: camelCase, snake_case.
func Compound(name string) bool {
	for i, r := range name {
		if i > 0 && (r == '_' || unicode.IsUpper(r)) {
			return true
		}
	}
	return false
}

// minor reports whether a file is one that people read last: tests, examples, and vendored or generated code.
func minor(file string) bool {
	low := strings.ToLower(file)
	for _, part := range strings.Split(path.Dir(low), "/") {
		switch part {
		case "test", "tests", "testdata", "testing", "__tests__", "spec", "examples", "example", "vendor", "third_party", "node_modules",
			"dist", "generated", "fixtures", "mocks":
			return true
		}
	}
	base := path.Base(low)
	for _, mark := range []string{"_test.", ".test.", ".spec.", "_pb2.", ".pb.", ".min.", "generated", "zz_"} {
		if strings.Contains(base, mark) {
			return true
		}
	}
	return strings.HasPrefix(base, "test_")
}
