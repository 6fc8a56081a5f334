package symbol

import (
	"strings"
	"testing"
)

// FuzzBlock finds the end of definitions in code.
func FuzzBlock(f *testing.F) {
	for _, s := range []string{"// x\nfunc f() {\n\treturn\n}\n", "def f(\n    a,\n):\n    pass\n"} {
		f.Add(s, 3)
	}
	f.Fuzz(func(t *testing.T, text string, at int) {
		lines := strings.Split(text, "\n")
		start := min(max(at, 0), len(lines)-1) + 1
		if first, last := block(lines, start); first < 1 || first > start || last < start || last > len(lines) {
			t.Errorf("%q from %d: %d to %d", text, start, first, last)
		}
	})
}
