package symbol

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestDefinedName(t *testing.T) {
	re := regexp.MustCompile(definitionLine(`\w+`))
	for line, want := range map[string]string{
		"func Twice(n int) int {":          "Twice",
		"func (s *Server) Run() {":         "Run",
		"export async function load() {":   "load",
		"    def read(self):":              "read",
		"pub(crate) fn parse() {":          "parse",
		"class Parser<T> {":                "Parser",
		"static int count(struct list *l)": "count",
		"return newServer()":               "",
		"x = read(1)":                      "",
		"// see Twice":                     "",
	} {
		if got, _ := definedName(re, line); got != want {
			t.Errorf("%q: got %q, want %q", line, got, want)
		}
	}
}

func TestBlock(t *testing.T) {
	lines := strings.Split("package a\n\n// f is one.\nfunc f(\n\ta int,\n) {\n\tx()\n}\n\nfunc g() {}\ndef p():\n    pass\n\nq()", "\n")
	for start, want := range map[int][2]int{4: {3, 8}, 10: {10, 10}, 11: {11, 12}, 14: {14, 14}} {
		first, last := block(lines, start)
		if d := cmp.Diff(want, [2]int{first, last}); d != "" {
			t.Errorf("from line %d: %s", start, d)
		}
	}
}
