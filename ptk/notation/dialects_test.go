package notation

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// dialectSample is a call of bash with the command "x" as a model writes it, from testdata/dialects. The file has the name of
// the dialect that reads it.
type dialectSample struct {
	dialect    string
	Name, Text string
	// Kind is exact for a call that is exact at the start of a line, opening if only its opening tag is exact, inexact if not
	// even that is, loose for one that counts only at the end of a message, and lines for a loose one that consists of lines.
	Kind string
}

func (s dialectSample) isExact() bool { return s.Kind == "exact" }
func (s dialectSample) isLoose() bool { return s.Kind == "loose" || s.Kind == "lines" }

// dialectSamples returns the samples of all dialects.
var dialectSamples = sync.OnceValue(func() (all []dialectSample) {
	for _, path := range dialectFiles() {
		data, err := os.ReadFile(path)
		if err != nil {
			panic(err)
		}
		for line := range bytes.Lines(data) {
			s := dialectSample{dialect: strings.TrimSuffix(filepath.Base(path), ".jsonl")}
			if err := json.Unmarshal(line, &s); err != nil {
				panic(err)
			}
			if s.Kind != "" {
				all = append(all, s)
			}
		}
	}
	return all
})

func dialectFiles() []string {
	paths, err := filepath.Glob("testdata/dialects/*.jsonl")
	if err != nil {
		panic(err)
	}
	return paths
}

// Each dialect has samples, which it reads, and a line in docs/ptk.md.
func TestDialectsAreSampledAndDocumented(t *testing.T) {
	docs, err := os.ReadFile("../../docs/ptk.md")
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"ptk"}
	for _, d := range DefaultDialects() {
		names = append(names, d.Name())
		if !strings.Contains(string(docs), "| `"+d.Name()+"` |") {
			t.Errorf("%s is not in the table of docs/ptk.md", d.Name())
		}
	}
	var sampled []string
	for _, path := range dialectFiles() {
		sampled = append(sampled, strings.TrimSuffix(filepath.Base(path), ".jsonl"))
	}
	slices.Sort(names)
	if diff := cmp.Diff(names, sampled); diff != "" {
		t.Errorf("dialects and files in testdata/dialects (-dialects +files):\n%s", diff)
	}
	for _, s := range dialectSamples() {
		out := Parse(s.Text, Options{Tools: sampleTools()})
		if len(out.Calls) != 1 || out.Calls[0].Dialect != s.dialect || out.Calls[0].Loose != !s.isExact() {
			t.Errorf("%s, %s (%s): %+v", s.dialect, s.Name, s.Kind, out)
		}
	}
}

// at is a dialect for which nothing but this test exists.
type at struct{}

func (at) Name() string { return "at" }

func (at) Starts() Starts { return Starts{Prefixes: []string{"@call", "※"}, After: "{"} }

func (at) Read(b Body) ([]Call, error) {
	b.Text = strings.TrimLeft(b.Text, "@cal※")
	return b.calls()
}

func (at) Start(text string, _ func(string) int) int {
	for _, prefix := range (at{}).Starts().Prefixes {
		if strings.HasPrefix(text, prefix) {
			return 1
		}
		if strings.HasPrefix(prefix, text) {
			return 0
		}
	}
	return -1
}

// box is a tagged one.
type box struct{}

func (box) Name() string                { return "box" }
func (box) Read(b Body) ([]Call, error) { return b.calls() }
func (box) Opens(Tag) bool              { return true }
func (box) IsExact(t Tag) bool          { return t.Name == "box" }
func (box) Tags() Tags {
	return Tags{
		Open: []string{"box", "crate*", "lid"}, Close: []string{"xob"}, Ends: map[string]string{"lid": "|lid_end|"},
		Leftover: []string{"|lid_end|"}, Unclosed: []string{"cratea"},
	}
}

// What a dialect declares is all that the parser needs to find its calls.
func TestADialectIsReadAsDeclared(t *testing.T) {
	const body = `{"tool": "bash", "args": {"command": "x"}}`
	o := Options{Tools: sampleTools(), Dialects: []Dialect{at{}, box{}}}
	for _, c := range []struct {
		text, dialect string
		loose         bool
		shown         string
	}{
		{"I look.\n@call " + body, "at", true, "I look.\n"},
		{"※" + body, "at", true, ""},
		{"<box>" + body + "</box>", "box", false, ""},
		{"<box>" + body + "</xob>", "box", true, ""},
		{"<Crate_2>" + body + "</Crate_2>.", "box", true, "."},
		{"<lid>" + body + "<|lid_end|><|lid_end|>", "box", true, ""},
		{"@calling " + body, "", false, "@calling " + body},
		{"read_file(path=\"a\")", "", false, "read_file(path=\"a\")"},
		{"<tool_use>" + body + "</tool_use>", "", false, "<tool_use>" + body + "</tool_use>"},
		{"<PTK_CALL>" + body + "</PTK_CALL>", "ptk", false, ""},
	} {
		whole := Parse(c.text, o)
		if c.dialect == "" && len(whole.Calls) > 0 || c.dialect != "" &&
			(len(whole.Calls) != 1 || whole.Calls[0].Dialect != c.dialect || whole.Calls[0].Loose != c.loose) || whole.Text != c.shown {
			t.Errorf("%q: want a call of %q, loose %v, and %q, got %+v", c.text, c.dialect, c.loose, c.shown, whole)
		}
		if diff := cmp.Diff(whole, inPieces(c.text, o, Complete, 1)); diff != "" {
			t.Errorf("%q in pieces of 1 (-whole +pieces):\n%s", c.text, diff)
		}
	}
}
