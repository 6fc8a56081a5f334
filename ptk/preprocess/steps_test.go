package preprocess_test

import (
	"testing"

	"ptk-lsp/ptk/preprocess"
)

func TestHasManySteps(t *testing.T) {
	for message, want := range map[string]bool{
		"What is in b.txt?": false,
		"How does the parser work across the whole project?": false,
		"fix the typo in README.md":                          false,
		"rename foo to bar":                                  false,
		"Implement a cache and then rewrite the tests":       true,
		"Do this:\n- one\n- two":                             true,
		"migrate everything from v1 to v2 everywhere":        true,
		"1. add a flag\n2. document it\n3. test it":          true,
		"add a flag; document it; test it":                   true,
	} {
		if got := preprocess.HasManySteps(message); got != want {
			t.Errorf("%q: %v", message, got)
		}
	}
}
