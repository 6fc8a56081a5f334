//go:build unix

package tools

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ptk-lsp/tools/rulekey"
	"ptk-lsp/workspace/private"
)

// Rules that others may have written are not applied. The rules of the settings still are, and the error says what to do.
func TestRulesOfOthersAllowNothing(t *testing.T) {
	stored := `[{"id":"x","tool":"bash","decision":"allow","match":"*"}]`
	for _, c := range []struct {
		name string
		do   func(file string) error
	}{
		{"as it should be", func(string) error { return nil }},
		{"file for all", func(f string) error { return os.Chmod(f, 0o666) }},
		{"file for the group", func(f string) error { return os.Chmod(f, 0o660) }},
		{"folder for all", func(f string) error { return os.Chmod(filepath.Dir(f), 0o777) }},
		{"state folder for all", func(f string) error { return os.Chmod(filepath.Dir(filepath.Dir(f)), 0o777) }},
		{"link", func(f string) error { return errors.Join(os.Rename(f, f+"2"), os.Symlink(f+"2", f)) }},
		{"hard link", func(f string) error { return os.Link(f, f+"2") }},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := PermissionsFile(filepath.Join(t.TempDir(), "ptk"), "/work")
			if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte(stored), 0o600), c.do(file)); err != nil {
				t.Fatal(err)
			}
			p := OpenPermissions(file, []Rule{{Tool: "grep", Decision: RuleAllow}})
			bash := Spec{Name: "bash", Kind: KindExecute, Confirm: true}
			decision, _, err := p.decide(bash, KeysOf(rulekey.Name("make")), nil)
			if err != nil {
				t.Fatal(err)
			}
			safe := c.name == "as it should be"
			if (decision == RuleAllow) != safe {
				t.Errorf("bash: %q", decision)
			}
			if decision, _, err := p.decide(Spec{Name: "grep"}, Keys{}, nil); err != nil || decision != RuleAllow {
				t.Errorf("the rule of the settings: %q, %v", decision, err)
			}
			refused, ok := errors.AsType[*private.UnsafeError](p.Check())
			if ok == safe || ok && (refused.Path == "" || refused.Do == "") {
				t.Errorf("reported: %v", p.Check())
			}
			err = p.remember(t.Context(), bash, Rules{Always: OfferMatching("make", "make")}, ScopeWorkspace)
			if _, ok := errors.AsType[*private.UnsafeError](err); ok == safe {
				t.Errorf("keeping one more: %v", err)
			}
		})
	}
}

// The rules of a damaged file are not applied, and no file makes the program slow.
func TestHostileRuleFiles(t *testing.T) {
	many := make([]Rule, maxRules+1)
	for i := range many {
		many[i] = Rule{Tool: "bash", Match: "a", Decision: RuleAllow}
	}
	tooMany, err := json.Marshal(many)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"no JSON": "{", "an object": "{}", "nested": strings.Repeat("[", 100_000), "too large": "[" + strings.Repeat(
			" ", maxRuleFile,
		) + "]",
		"too many": string(tooMany), "a long pattern": `[{"tool":"bash","decision":"allow","match":"` + strings.Repeat(
			"*a", maxPattern,
		) + `"}]`,
	} {
		t.Run(name, func(t *testing.T) {
			file := PermissionsFile(filepath.Join(t.TempDir(), "ptk"), "/work")
			if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte(text), 0o600)); err != nil {
				t.Fatal(err)
			}
			p := OpenPermissions(file, nil)
			if d, _, err := p.decide(Spec{Name: "bash"}, KeysOf(rulekey.Name("a")), nil); d == RuleAllow {
				t.Errorf("it is allowed: %v", err)
			}
			if p.Check() == nil {
				t.Error("the error is not reported")
			}
		})
	}
}

// Matching the largest number of rules is fast.
func BenchmarkCostlyPatterns(b *testing.B) {
	rules := make([]Rule, maxRules)
	for i := range rules {
		rules[i] = Rule{Tool: "bash", Match: strings.Repeat("*a", 20), Decision: RuleAllow}
	}
	p := OpenPermissions("", rules)
	for b.Loop() {
		if _, _, err := p.decide(Spec{Name: "bash"}, KeysOf(rulekey.Name(strings.Repeat("a", 19))), nil); err != nil {
			b.Fatal(err)
		}
	}
}
