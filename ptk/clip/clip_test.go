package clip_test

import (
	"testing"

	"ptk-lsp/ptk/clip"
)

func TestRunes(t *testing.T) {
	for _, c := range []struct {
		text string
		n    int
		want string
	}{
		{"", 0, ""},
		{"für", 3, "für"},
		{"für", 2, "fü…"},
		{"abc", 0, "…"},
	} {
		if got := clip.Runes(c.text, c.n); got != c.want {
			t.Errorf("Runes(%q, %d) = %q, want %q", c.text, c.n, got, c.want)
		}
	}
}

func TestOneLine(t *testing.T) {
	if got := clip.OneLine(" a\n\n b\tc "); got != "a b c" {
		t.Errorf("got %q", got)
	}
}
