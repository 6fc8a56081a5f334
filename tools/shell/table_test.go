package shell

import "testing"

func TestTablesParse(t *testing.T) {
	for name, text := range map[string]string{"programs.txt": programsText, "rules.txt": rulesText} {
		table, err := parseTable(text)
		if err != nil || len(table) < 10 {
			t.Errorf("%s: %d entries, %v", name, len(table), err)
		}
		for words, p := range table {
			if name == "rules.txt" && p.says == "" {
				t.Errorf("the rule %s says nothing", words)
			}
		}
	}
}

func TestRisksParse(t *testing.T) {
	r, err := parseRisks(risksText)
	if err != nil || len(r.does) < 50 || len(r.each) < 30 || len(r.code) < 15 || len(r.leaves) < 20 {
		t.Errorf("%+v, %v", r, err)
	}
	for _, bad := range []string{"\twith -x", "each a", "does x y: z", "odd x: y", "leaves: a, a", "each x: y\n\tfoo -x"} {
		if _, err := parseRisks(bad); err == nil {
			t.Errorf("%q is accepted", bad)
		}
	}
}
