package rulekey

import "testing"

func TestCommandIsOneLine(t *testing.T) {
	for line, want := range map[string]bool{"rm x": true, "": false, "  ": false, "a\nb": false, "a\rb": false} {
		k, ok := Command(line)
		if ok != want || ok == (k == Key{}) {
			t.Errorf("%q: got %q, %v", line, k, ok)
		}
	}
}

func TestKeysAreWrittenAsStored(t *testing.T) {
	exact, _ := Command("rm *.go")
	for k, want := range map[Key]string{
		{}:                                       "",
		Name("go test"):                          "go test",
		exact:                                    "= rm *.go",
		exact.With(Network):                      "= rm *.go (network)",
		Name("x").With(Network):                  "= any x (network)",
		Name("x").With(Network).With(Background): "= any x (network) (background)",
	} {
		if k.String() != want {
			t.Errorf("got %q, want %q", k, want)
		}
	}
	if p := exact.Pattern(); p != `= rm \*.go` {
		t.Errorf("quoted as %q", p)
	}
}

// A command and the same command in a mode, a name and an exact line: no rule for one allows the other.
func TestPatternsAllowOnlyTheirOwnKeys(t *testing.T) {
	exact, _ := Command("go test")
	all := []Key{{}, Name("go test"), exact, exact.With(Network), Name("go test").With(Network), exact.With(Background)}
	for i, rule := range all[1:] {
		for j, key := range all {
			want := i+1 == j || rule == Name("go test") && key == exact // the words of a rule allow the line of the same words
			if got := rule.Pattern().Allows(key); got != want {
				t.Errorf("rule %q, key %q: %v", rule, key, got)
			}
		}
	}
	for _, k := range all {
		if !Everything.Allows(k) || !Pattern("*").Allows(k) {
			t.Errorf("%q is not allowed by everything", k)
		}
	}
	if Pattern("go*").Allows(Key{}) || Pattern("go*").Allows(exact) || !Pattern("go*").Matches(exact) {
		t.Error("patterns with a * allow no exact line, but can reject one")
	}
}
