package main

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const docsFile = "../../../docs/protocol.md"

// notDescribed are LSP's own types, and the one that is empty.
var notDescribed = []string{"Position", "Range", "Empty"}

// docs/protocol.md describes every method, type, field and value that there is, in its place, and none that there is not.
func TestDocsDescribeTheProtocol(t *testing.T) {
	s, err := parse("..")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(docsFile)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][]string{}
	for _, m := range s.methods {
		want[m.name] = nil
	}
	for _, d := range s.types {
		if !slices.Contains(notDescribed, d.name) {
			want[d.name] = slices.Clone(d.values)
			for _, f := range d.fields {
				want[d.name] = append(want[d.name], f.name+map[bool]string{true: "?"}[f.optional])
			}
		}
	}
	if diff := cmp.Diff(want, described(string(page))); diff != "" {
		t.Errorf("the code (-) and %s (+):\n%s", docsFile, diff)
	}
}

var (
	heading = regexp.MustCompile("^###+ `([^`]+)`$")
	row     = regexp.MustCompile("^\\| `([^`]+)` \\| .+ \\|$")
)

// described returns the headings in code font, with the first column of the table below each.
func described(page string) map[string][]string {
	found, at := map[string][]string{}, ""
	for line := range strings.Lines(page) {
		line = strings.TrimSpace(line)
		if m := heading.FindStringSubmatch(line); m != nil {
			at = m[1]
			found[at] = nil
		} else if strings.HasPrefix(line, "#") {
			at = ""
		} else if m := row.FindStringSubmatch(line); m != nil && at != "" {
			found[at] = append(found[at], m[1])
		}
	}
	return found
}

// Each method's section names the params and the result that the code has for it.
func TestDocsNameParamsAndResults(t *testing.T) {
	s, err := parse("..")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(docsFile)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range s.methods {
		_, section, _ := strings.Cut(string(page), "### `"+m.name+"`\n")
		section, _, _ = strings.Cut(section, "\n#")
		section = strings.Join(strings.Fields(section), " ")
		params, result := "Params [`"+m.params+"`]", "result [`"+m.result+"`]"
		switch {
		case m.params == "Empty":
			params = "No params"
		}
		switch m.result {
		case "null":
			result = "result `null`"
		case "unknown":
			result = "result that of the method"
		}
		if !strings.Contains(section, params) || !strings.Contains(section, result) {
			t.Errorf("the section of %s does not say %q and %q:\n%s", m.name, params, result, section)
		}
	}
}
