package tools

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// A pattern means the same as the regular expression in which * is anything.
func FuzzWild(f *testing.F) {
	for _, s := range [][2]string{{"a*b", "ab"}, {"a*b", "a"}, {"*", ""}, {"a*a", "a"}, {`\*`, "*"}, {`a\`, `a\`}, {"*ab*ab", "abab"}, {"**", "x"}, {`x*\\*`, `xy\z`}} {
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
		if got := wild(pattern, text); got != want {
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

// However many rules there are, a decision takes no time that a person notices.
func BenchmarkManyRules(b *testing.B) {
	var rules []Rule
	for i := range 20_000 {
		rules = append(rules, Rule{Tool: "bash", Match: fmt.Sprintf("x%d *", i), Decision: RuleAsk})
	}
	p := OpenPermissions("", rules)
	for b.Loop() {
		if d, _, err := p.decide(Spec{Name: "bash", Kind: KindExecute}, &Action{RuleKey: "x19999 y"}, nil); d != RuleAsk || err != nil {
			b.Fatal(d, err)
		}
	}
}
