package tools

import (
	"testing"

	"ptk-lsp/tools/rulekey"
)

// An action without keys is never allowed because there is nothing to match.
func TestNoKeysAreNotAllowed(t *testing.T) {
	p := OpenPermissions("", []Rule{{Tool: "bash", Match: "x", Decision: RuleAllow}})
	spec := Spec{Name: "bash", Kind: KindExecute}
	for name, k := range map[string]Keys{"zero": {}, "none": KeysOf(), "empty": KeysOf([]rulekey.Key{}...)} {
		if d, _, err := p.decide(spec, k, nil); d != "" || err != nil {
			t.Errorf("%s: %q, %v", name, d, err)
		}
		if d, _, _ := p.decide(spec, k, []rulekey.Key{rulekey.Name("x")}); d != RuleAllow {
			t.Errorf("%s: the location does not count: %q", name, d)
		}
	}
	if allow(nil, nil, func(*Rule) bool { return true }) {
		t.Error("no keys are allowed")
	}
}

func TestZeroOfferOffersNothing(t *testing.T) {
	if !(Offer{}).none() || !OfferMatching("x").none() || OfferAll("x").none() {
		t.Error("which offers are none is wrong")
	}
}
