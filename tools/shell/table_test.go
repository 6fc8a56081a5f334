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
