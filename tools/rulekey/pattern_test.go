package rulekey

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

func TestGlob(t *testing.T) {
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
		if got := Pattern(c.pattern).Glob(c.text); got != c.want {
			t.Errorf("%q with %q: got %v", c.pattern, c.text, got)
		}
	}
	for _, s := range []string{"rm *.txt", `a\*b`, `\`, "**", "plain"} {
		if !Quote(s).Glob(s) || Quote(s).Glob(s+"x") {
			t.Errorf("%q is quoted as %q", s, Quote(s))
		}
	}
}

// A pattern matches like the regular expression in which each * is replaced by one for any text.
func FuzzGlob(f *testing.F) {
	for _, s := range [][2]string{
		{"a*b", "ab"},
		{"a*b", "a"},
		{"*", ""},
		{"a*a", "a"},
		{`\*`, "*"},
		{`a\`, `a\`},
		{"*ab*ab", "abab"},
		{"**", "x"},
		{`x*\\*`, `xy\z`},
	} {
		f.Add(s[0], s[1])
	}
	f.Fuzz(func(t *testing.T, pattern, text string) {
		var re strings.Builder
		for i := 0; i < len(pattern); i++ {
			switch {
			case pattern[i] == '*':
				re.WriteString("(?s:.*)")
				continue
			case pattern[i] == '\\' && i+1 < len(pattern):
				i++
			}
			fmt.Fprintf(&re, `\x{%x}`, rune(pattern[i]))
		}
		// Byte by byte, as characters of one byte each.
		want := regexp.MustCompile(`\A` + re.String() + `\z`).MatchString(latin(text))
		if got := Pattern(pattern).Glob(text); got != want {
			t.Errorf("%q matches %q: %v", pattern, text, got)
		}
	})
}

func latin(s string) string {
	var b strings.Builder
	for i := range len(s) {
		b.WriteRune(rune(s[i]))
	}
	return b.String()
}
