package patch_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/tools/patch"
)

func TestApply(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		edit patch.Edit
		want string
		way  patch.Way
	}{
		"exact":                    {"a\nb\nc\n", patch.Edit{Old: "b", New: "B"}, "a\nB\nc\n", patch.Exact},
		"exact, part of a line":    {"let x = 1;", patch.Edit{Old: "x = 1", New: "y = 2"}, "let y = 2;", patch.Exact},
		"exact comes before all":   {"\tb\nb\n", patch.Edit{Old: "\tb", New: "c"}, "c\nb\n", patch.Exact},
		"all":                      {"a b a", patch.Edit{Old: "a", New: "x", All: true}, "x b x", patch.Exact},
		"deletion":                 {"a\nb\nc\n", patch.Edit{Old: "b\n", New: ""}, "a\nc\n", patch.Exact},
		"crlf file, lf quote":      {"a\r\nb\r\nc\r\n", patch.Edit{Old: "a\nb", New: "x\ny"}, "x\r\ny\r\nc\r\n", patch.LineEndings},
		"crlf file, new lines":     {"a\r\nb\r\n", patch.Edit{Old: "a", New: "x\ny"}, "x\r\ny\r\nb\r\n", patch.Exact},
		"lf file, crlf quote":      {"a\nb\n", patch.Edit{Old: "a\r\nb\r\n", New: "x\r\n"}, "x\n", patch.LineEndings},
		"mixed endings":            {"a\r\nb\nc\n", patch.Edit{Old: "a\nb\nc", New: "x"}, "x\n", patch.LineEndings},
		"trailing blanks in file":  {"a  \nb\t\nc\n", patch.Edit{Old: "a\nb\n", New: "x\n"}, "x\nc\n", patch.Trailing},
		"trailing blanks in quote": {"a\nb\nc\n", patch.Edit{Old: "a \nb ", New: "x"}, "x\nc\n", patch.Trailing},
		"no newline at the end":    {"a \nb", patch.Edit{Old: "a\nb\n", New: "x\ny\n"}, "x\ny", patch.Trailing},
		"spaces for tabs": {
			"func f() {\n\tif x {\n\t\ty()\n\t}\n}\n",
			patch.Edit{Old: "    if x {\n        y()\n    }", New: "    if z {\n        w()\n        y()\n    }"},
			"func f() {\n\tif z {\n\t\tw()\n\t\ty()\n\t}\n}\n", patch.Indentation,
		},
		"quoted without indentation": {
			"class A:\n    def f(self):\n        return 1\n",
			patch.Edit{Old: "def f(self):\n    return 1", New: "def f(self):\n    x = 2\n    if x:\n        return x"},
			"class A:\n    def f(self):\n        x = 2\n        if x:\n            return x\n", patch.Indentation,
		},
		"blank lines stay blank": {"\ta\n\n\tb\n", patch.Edit{Old: "a\n\nb", New: "a\n\nc"}, "\ta\n\n\tc\n", patch.Indentation},
		"indentation, crlf":      {"\ta\r\n\tb\r\n", patch.Edit{Old: "  a\n  b\n", New: "  c\n"}, "\tc\r\n", patch.Indentation},
		"fuzzy": {
			"start {\n  one()\n  two()\n  three()\n  four()\n}\nend\n",
			patch.Edit{Old: "start {\n  one()\n  two(x)\n  three()\n  four()\n}", New: "start {\n  five()\n}"},
			"start {\n  five()\n}\nend\n", patch.Fuzzy,
		},
	} {
		got, done, err := c.edit.Apply(c.text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff(c.want, got); diff != "" || done.Way != c.way {
			t.Errorf("%s: by %q, want %q: %s", name, done.Way, c.way, diff)
		}
	}
}

func TestAmbiguous(t *testing.T) {
	for name, c := range map[string]struct {
		text, old string
		lines     []int
	}{
		"exact":       {"x\na\ny\na\n", "a", []int{2, 4}},
		"indentation": {"  f()\n  g()\n\tf()\n\tg()\n", "f()\ng()", []int{1, 3}},
	} {
		_, _, err := patch.Edit{Old: c.old, New: "b"}.Apply(c.text)
		var a *patch.Ambiguous
		if !errors.As(err, &a) || cmp.Diff(c.lines, a.Lines) != "" {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

func TestNotFoundShowsTheNearest(t *testing.T) {
	_, _, err := patch.Edit{
		Old: "func add(a, b int) int {\n\treturn a - b\n}", New: "x",
	}.Apply("package m\n\nfunc add(a, b int) int {\n\tif a == 0 {\n\t\treturn b\n\t}\n\treturn a + b\n}\n")
	var nf *patch.NotFound
	if !errors.As(err, &nf) || nf.Line != 3 || !strings.Contains(err.Error(), "     3\tfunc add(a, b int) int {") {
		t.Errorf("got %v", err)
	}
	if _, _, err := (patch.Edit{Old: "zebra", New: "x"}).Apply("package m\n"); !errors.As(err, &nf) || nf.Line != 0 {
		t.Errorf("got %v", err)
	}
}

func TestInconsistentIndentationIsNoMatch(t *testing.T) {
	if got, _, err := (patch.Edit{Old: "if a:\n  b\n  c", New: "x"}).Apply("if a:\n    b\nc\n"); err == nil {
		t.Errorf("code of another meaning was replaced: %q", got)
	}
}

func TestUseless(t *testing.T) {
	for _, e := range []patch.Edit{{Old: "", New: "x"}, {Old: "a", New: "a"}} {
		if _, _, err := e.Apply("a"); err == nil {
			t.Errorf("%+v was taken", e)
		}
	}
}

// FuzzApply checks that an edit changes nothing outside of the place that it found.
func FuzzApply(f *testing.F) {
	f.Add("a\r\n b\n\tc\n", "b\nc", "x\ny", false)
	f.Add("a\nb", "a \nb\n", "", true)
	f.Fuzz(func(t *testing.T, text, old, new string, all bool) {
		got, done, err := patch.Edit{Old: old, New: new, All: all}.Apply(text)
		if err != nil {
			return
		}
		if len(done.Lines) == 0 {
			t.Fatal("done nowhere")
		}
		before := strings.Join(strings.SplitAfter(text, "\n")[:done.Lines[0]-1], "")
		if !strings.HasPrefix(got, before) {
			t.Errorf("%q by %q for %q became %q", text, new, old, got)
		}
	})
}
