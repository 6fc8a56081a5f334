package ptk

import (
	"strings"
	"testing"
)

// FuzzInput has texts that users and workspaces write looked at: a chat's input while it is typed, commands' files, and code
// of which a definition is attached.
func FuzzInput(f *testing.F) {
	for _, s := range []string{"see @src/ma", `see @"my notes`, "(@symbol:Na.me,", "---\nmode: ask\ntools: [a, b]\n---\nDo $1", "// x\nfunc f() {\n\treturn\n}\n", "def f(\n    a,\n):\n    pass\n"} {
		f.Add(s, 3)
	}
	f.Fuzz(func(t *testing.T, text string, at int) {
		at = min(max(at, 0), len(text))
		if w := wordAt(text, at); w.Start < 0 || w.Start > at || w.End < at || w.End > len(text) {
			t.Errorf("%q at %d: %d to %d", text, at, w.Start, w.End)
		}
		c := parseCommand("x", text, false)
		if c.wishes.model != "" {
			t.Errorf("a command of the workspace chose the model %q", c.wishes.model)
		}
		lines := strings.Split(text, "\n")
		start := min(at, len(lines)-1) + 1
		if first, last := block(lines, start); first < 1 || first > start || last < start || last > len(lines) {
			t.Errorf("%q from %d: %d to %d", text, start, first, last)
		}
	})
}
