package complete

import "testing"

// FuzzWordAt splits a chat's input while it is typed.
func FuzzWordAt(f *testing.F) {
	for _, s := range []string{"see @src/ma", `see @"my notes`, "(@symbol:Na.me,"} {
		f.Add(s, 3)
	}
	f.Fuzz(func(t *testing.T, text string, offset int) {
		offset = min(max(offset, 0), len(text))
		if start, end := wordAt(text, offset); start < 0 || start > offset || end < offset || end > len(text) {
			t.Errorf("%q at %d: %d to %d", text, offset, start, end)
		}
	})
}
