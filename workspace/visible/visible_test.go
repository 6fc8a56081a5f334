package visible_test

import (
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/workspace/visible"
)

// table is testdata/marks.json.
type table struct {
	Newline, Joiner, Hidden []string
	Cases                   []struct{ Name, In, Line, Text, Prose string }
}

func readTable(t testing.TB) table {
	t.Helper()
	data, err := os.ReadFile("testdata/marks.json")
	if err != nil {
		t.Fatal(err)
	}
	var all table
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

func TestMarks(t *testing.T) {
	for _, c := range readTable(t).Cases {
		got := []string{visible.Line(c.In), visible.Text(c.In), visible.Prose(c.In)}
		if diff := cmp.Diff([]string{c.Line, c.Text, c.Prose}, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.Name, diff)
		}
	}
}

// Each code point alone is marked as in the table.
func TestEachCharacter(t *testing.T) {
	all := readTable(t)
	level := map[rune]int{}
	for l, ranges := range [][]string{all.Newline, all.Joiner, all.Hidden} {
		for _, s := range ranges {
			from, to, ok := strings.Cut(s, "-")
			if !ok {
				to = from
			}
			for r := hex(t, from); r <= hex(t, to); r++ {
				level[r] = l + 1
			}
		}
	}
	for r := rune(0); r <= utf8.MaxRune; r++ {
		if r >= 0xD800 && r <= 0xDFFF {
			continue // no UTF-8 has it
		}
		s := "x" + string(r) + "x"
		got := 0
		for _, f := range []func(string) string{visible.Line, visible.Text, visible.Prose} {
			if f(s) != s {
				got++
			}
		}
		if got != level[r] {
			t.Errorf("U+%04X is marked at %d of 3 levels, not %d", r, got, level[r])
		}
	}
}

func hex(t *testing.T, s string) rune {
	t.Helper()
	n, err := strconv.ParseInt(s, 16, 32)
	if err != nil {
		t.Fatal(err)
	}
	return rune(n)
}

// A byte that is invalid UTF-8 may be a control character to a terminal.
func TestInvalidUTF8(t *testing.T) {
	if got, want := visible.Prose("a\x9b2J\xff漢"[:7]), "a⟨0x9B⟩2J⟨0xFF⟩⟨0xE6⟩⟨0xBC⟩"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func FuzzMarks(f *testing.F) {
	for _, c := range readTable(f).Cases {
		f.Add(c.In)
	}
	f.Add("\x9b\xc3")
	f.Fuzz(func(t *testing.T, s string) {
		for name, mark := range map[string]func(string) string{"Line": visible.Line, "Text": visible.Text, "Prose": visible.Prose} {
			got := mark(s)
			if !utf8.ValidString(got) || mark(got) != got {
				t.Errorf("%s(%q) = %q is not valid, or is marked again", name, s, got)
			}
			if strings.ContainsAny(got, "\x00\x07\b\x1b\x7f\u009b\u202e") || name == "Line" &&
				strings.ContainsAny(got, "\r\n\t\u200d\u200e\u00a0") && !strings.ContainsRune(s, 0x200D) {
				t.Errorf("%s(%q) = %q", name, s, got)
			}
			if utf8.ValidString(s) && utf8.RuneCountInString(got) < utf8.RuneCountInString(s) {
				t.Errorf("%s(%q) = %q has dropped something", name, s, got)
			}
		}
		if data, err := json.Marshal(s); err == nil {
			var back, want string
			if err := json.Unmarshal(visible.JSON(data), &back); err != nil || json.Unmarshal(data, &want) != nil || back != want {
				t.Errorf("JSON(%q) reads as %q, %v", data, back, err)
			}
		}
	})
}
