package tools

import (
	"fmt"
	"testing"

	"ptk-lsp/tools/rulekey"
)

// With very many rules a decision is still fast.
func BenchmarkManyRules(b *testing.B) {
	var rules []Rule
	for i := range 20_000 {
		rules = append(rules, Rule{Tool: "bash", Match: fmt.Sprintf("x%d *", i), Decision: RuleAsk})
	}
	p := OpenPermissions("", rules)
	for b.Loop() {
		if d, _, err := p.decide(Spec{Name: "bash", Kind: KindExecute}, KeysOf(rulekey.Name("x19999 y")), nil); d != RuleAsk || err != nil {
			b.Fatal(d, err)
		}
	}
}
