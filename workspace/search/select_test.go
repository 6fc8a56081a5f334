package search

import (
	"slices"
	"testing"

	"github.com/bmatcuk/doublestar/v4"
)

// FuzzSelection compares compiled patterns with the patterns themselves.
func FuzzSelection(f *testing.F) {
	for _, p := range []string{
		"*.go", "*.{ts,tsx}", "go.mod", "src/", "src/**", "a/b/**", "**/a/*.c", "*", "**", "?.go", "[ab].go",
		"x.{a,b}.{c,d}", "{a,b}/c", "a{,b}", `\*.go`, "./a", "/a.go", "a//b/**", "{", "a,b",
	} {
		for _, rel := range []string{
			"a.go", "src/x.ts", "src/deep/go.mod", "src", "a/b", "a/b/c.tsx", "x.a.d", "b/c", ".go", "ab", "*.go",
			"a//b/c",
		} {
			f.Add(p, rel)
		}
	}
	f.Fuzz(func(t *testing.T, p, rel string) {
		s, err := newSelection([]string{p}, nil)
		if err != nil || rel == "" || rel[0] == '/' {
			t.Skip()
		}
		plain := anywhere(p)
		ready := wantedBy(plain)
		if got, want := s.has(rel), doublestar.MatchUnvalidated(plain, rel); got != want {
			t.Errorf("%q has %q: %v, as the pattern %v; compiled as %v", p, rel, got, want, ready)
		}
		without, _ := newSelection(nil, []string{p})
		if without.has(rel) == slices.ContainsFunc(ready, func(w wanted) bool { return w.is(rel) }) {
			t.Errorf("%q does not exclude the same of %q as it includes", p, rel)
		}
	})
}
