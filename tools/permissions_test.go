package tools

import "testing"

func TestWild(t *testing.T) {
	for _, c := range []struct {
		pattern, text string
		want          bool
	}{
		{"git commit", "git commit", true},
		{"git commit", "git commit -m x", false},
		{"git push*", "git push origin", true},
		{"*", "", true},
		{"*", "x", true},
		{"src/*", "src/a/b", true},
		{"src/*", "srcs/a", false},
		{"*.go", "a/b.go", true},
		{"a*b*c", "axxbxxc", true},
		{"a*b*c", "axxc", false},
		{"ab*ba", "aba", false},
		{`rm \*.txt`, "rm *.txt", true},
		{`rm \*.txt`, "rm -rf x.txt", false},
		{`a\\*`, `a\b`, true},
	} {
		if got := wild(c.pattern, c.text); got != c.want {
			t.Errorf("%q with %q: got %v", c.pattern, c.text, got)
		}
	}
	for _, s := range []string{"rm *.txt", `a\*b`, `\`, "**", "plain"} {
		if !wild(quoteRule(s), s) || wild(quoteRule(s), s+"x") {
			t.Errorf("%q is quoted as %q", s, quoteRule(s))
		}
	}
}
