package search

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// FuzzRuleset compares the lookup in maps with trying the patterns one after the other.
func FuzzRuleset(f *testing.F) {
	f.Add("*.o\n!keep.o\n/build/\n.*\n!.gitignore\n", "build/keep.o", false)
	f.Add("*.asn1.[ch]\n**/lib/*.txt\na**/b\n\\#*#", "x.asn1.c", true)
	f.Add("*.tar.*\nf\\oo\nx/y/z\n*a*b*c", "deep/x/y/z", true)
	f.Fuzz(func(t *testing.T, text, rel string, dir bool) {
		if rel == "" || filepath.IsAbs(rel) || filepath.Clean(rel) != rel {
			t.Skip()
		}
		patterns := parsePatterns(text)
		var want *pattern
		for i := range slices.Backward(patterns) {
			if patterns[i].matches(rel, dir) {
				want = &patterns[i]
				break
			}
		}
		set := newRuleset(patterns)
		if got := set.last(rel, dir); got != want {
			t.Errorf("%q of %q: got %+v, want %+v", rel, text, got, want)
		}
	})
}

func TestLinkedIgnoreFileIsNotRead(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "rules"), "a\n")
	put(t, filepath.Join(dir, "a"), "")
	if err := os.Symlink("rules", filepath.Join(dir, ".gitignore")); err != nil {
		t.Skip(err)
	}
	if diff := cmp.Diff([]string{".gitignore", "a", "rules"}, walked(t, Options{Root: dir})); diff != "" {
		t.Error(diff)
	}
}
