package turn

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestProse(t *testing.T) {
	for _, tt := range []struct {
		name   string
		pieces []string
		shown  []string // for each piece
		text   string
	}{
		{"nothing", nil, nil, ""},
		{"white space only", []string{" ", "\n\t"}, []string{"", ""}, ""},
		{"white space at the beginning", []string{"\n", "  a"}, []string{"", "a"}, "a"},
		{"white space at the end", []string{"a \n", "\n"}, []string{"a", ""}, "a"},
		{"white space between pieces", []string{"a ", "\n", "\tb"}, []string{"a", "", " \n\tb"}, "a \n\tb"},
		{"white space within a piece", []string{" a \n b "}, []string{"a \n b"}, "a \n b"},
		{"empty pieces", []string{"", "a", "", "b"}, []string{"", "a", "", "b"}, "ab"},
		{"Unicode white space", []string{"\u00a0a\u2003", "\u3000", "b"}, []string{"a", "", "\u2003\u3000b"}, "a\u2003\u3000b"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var p prose
			var shown []string
			for _, piece := range tt.pieces {
				shown = append(shown, p.write(piece))
			}
			if d := cmp.Diff(tt.shown, shown); d != "" {
				t.Errorf("shown (-want +got):\n%s", d)
			}
			if got := p.text.String(); got != tt.text || p.isBlank() != (tt.text == "") {
				t.Errorf("text %q, blank %v, want %q", got, p.isBlank(), tt.text)
			}
		})
	}
}
