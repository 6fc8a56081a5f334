package tools

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ptk-lsp/tools/rulekey"
)

// keyOf reads a key as it is written in a rule.
func keyOf(text string) rulekey.Key {
	if line, exact := strings.CutPrefix(text, "= "); exact {
		k, _ := rulekey.Command(line)
		return k
	}
	return rulekey.Name(text)
}

func TestRulesMatchExactKeys(t *testing.T) {
	for _, c := range []struct {
		rule Rule
		key  string
		want bool
	}{
		{Rule{Match: "go test*", Decision: RuleAllow}, "go test", true},
		{Rule{Match: "go test*", Decision: RuleAllow}, "= go test -o /tmp/x", false},
		{Rule{Match: "go test*", Decision: RuleAllow}, "= any go test (network)", false},
		{Rule{Match: "*", Decision: RuleAllow}, "= rm x", true},
		{Rule{Match: "", Decision: RuleAllow}, "= rm x", true},
		{Rule{Match: "rm x", Decision: RuleAllow}, "= rm x", true},
		{Rule{Match: "= rm x", Decision: RuleAllow}, "= rm x", true},
		{Rule{Match: `= rm \*`, Decision: RuleAllow}, "= rm *", true},
		{Rule{Match: `= rm \*`, Decision: RuleAllow}, "= rm x", false},
		{Rule{Match: "rm *", Decision: RuleReject}, "= rm x", true},
		{Rule{Match: "rm *", Decision: RuleAsk}, "= rm x", true},
		{Rule{Match: "= rm*", Decision: RuleAllow}, "= rm x", false},
	} {
		if got := c.rule.matches(keyOf(c.key)); got != c.want {
			t.Errorf("%+v with %q: got %v", c.rule, c.key, got)
		}
	}
}

// Rules of older versions for "(network)" allowed the network to every command; none of them applies any longer.
func TestOldRulesOfTheNetworkAreGone(t *testing.T) {
	file := filepath.Join(t.TempDir(), "rules.json")
	old := []Rule{
		{ID: "1", Tool: "bash", Match: "(network)", Decision: RuleAllow},
		{ID: "2", Tool: "bash", Match: "(background)", Decision: RuleAllow},
		{ID: "3", Tool: "bash", Match: "git push", Decision: RuleAllow},
	}
	p := OpenPermissions(file, nil)
	if err := p.store.change(t.Context(), func([]Rule) ([]Rule, error) { return old, nil }); err != nil {
		t.Fatal(err)
	}
	rules, err := p.Rules()
	if err != nil || len(rules) != 1 || rules[0].ID != "3" {
		t.Errorf("got %+v, %v", rules, err)
	}
	spec := Spec{Name: "bash", Kind: KindExecute, Confirm: true}
	for _, key := range []string{"(network)", "= curl https://example.com (network)", "= git push origin main"} {
		if d, _, err := p.decide(spec, KeysOf(keyOf(key)), nil); d != "" || err != nil {
			t.Errorf("%s: %s %v", key, d, err)
		}
	}
	if err := p.remember(t.Context(), spec, Rules{Always: OfferMatching("run go test", "go test")}, ScopeWorkspace); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var stored any
	if err := json.Unmarshal(data, &stored); err != nil {
		t.Fatal(err)
	}
	if rules, err := p.Rules(); err != nil || len(rules) != 2 {
		t.Errorf("got %+v, %v", rules, err)
	}
}
