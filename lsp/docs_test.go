package lsp

import (
	"os"
	"slices"
	"strings"
	"testing"

	"ptk-lsp/lsp/wire"
)

// docs/protocol.md marks exactly the unsupported methods as not answered yet.
func TestDocsSayWhatIsAnswered(t *testing.T) {
	page, err := os.ReadFile("../docs/protocol.md")
	if err != nil {
		t.Fatal(err)
	}
	answered := newServer(Options{}).methods()
	for _, m := range wire.ServerMethods() {
		_, section, ok := strings.Cut(string(page), "### `"+m+"`\n\n")
		if !ok {
			t.Errorf("%s is not documented", m)
			continue
		}
		if notYet := strings.HasPrefix(section, "Not answered yet."); notYet == slices.Contains(answered, m) {
			t.Errorf("%s is answered: %t, its section says: %t", m, !notYet, notYet)
		}
	}
}
