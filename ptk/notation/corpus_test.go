package notation

import (
	"bytes"
	"encoding/json"
	"math/rand"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// corpusCall is a call that a message contains.
type corpusCall struct {
	Tool string
	Args any
}

// corpusCase is a message as models write them, the source of the pattern, and the expected output.
type corpusCase struct {
	Name, Seen, Text string
	Kind             string // see dialectSample
	Calls            []corpusCall
	Errors           []Code
	Warnings         []string
	Content          *string
	Finish           string
}

// readCorpus reads the corpus and the files of the dialects.
func readCorpus(t *testing.T) []corpusCase {
	t.Helper()
	var all []corpusCase
	for _, path := range append(dialectFiles(), "testdata/corpus.jsonl") {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(data) {
			var c corpusCase
			if err := json.Unmarshal(line, &c); err != nil {
				t.Fatalf("%s: %q: %v", path, line, err)
			}
			if c.Kind != "" {
				c.Seen = "the template of a model"
				c.Calls = []corpusCall{{"bash", map[string]any{"command": "x"}}}
			}
			all = append(all, c)
		}
	}
	return all
}

// The corpus is read as expected, in whatever pieces it arrives.
func TestCorpus(t *testing.T) {
	corpus := readCorpus(t)
	if len(corpus) < 400 {
		t.Errorf("the corpus has %d cases, want at least 400", len(corpus))
	}
	rnd := rand.New(rand.NewSource(4))
	for _, c := range corpus {
		t.Run(c.Name, func(t *testing.T) {
			if c.Seen == "" {
				t.Error("the case does not name the source of the pattern")
			}
			finish := Complete
			if c.Finish == "length" {
				finish = Cut
			}
			o := Options{Tools: sampleTools()}
			whole := inPieces(c.Text, o, finish, len(c.Text)+1)
			c.check(t, whole)
			for _, sizes := range [][]int{{1}, {2, 3}, {1 + rnd.Intn(20), 1 + rnd.Intn(5), 1 + rnd.Intn(60)}} {
				if diff := cmp.Diff(whole, inPieces(c.Text, o, finish, sizes...)); diff != "" {
					t.Errorf("in pieces of %v (-whole +pieces):\n%s", sizes, diff)
				}
			}
		})
	}
}

// check compares an output with the expected one.
func (c corpusCase) check(t *testing.T, out Output) {
	t.Helper()
	var got []corpusCall
	for _, g := range out.Calls {
		var args any
		if err := json.Unmarshal(g.Args, &args); err != nil {
			t.Fatalf("%s: %v", g.Args, err)
		}
		got = append(got, corpusCall{g.Tool, args})
	}
	if diff := cmp.Diff(c.Calls, got, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("calls (-want +got):\n%s\nerrors: %v", diff, out.Errors)
	}
	var codes []Code
	for _, e := range out.Errors {
		codes = append(codes, e.Code)
	}
	if diff := cmp.Diff(c.Errors, codes); diff != "" {
		t.Errorf("errors (-want +got):\n%s\n%v", diff, out.Errors)
	}
	var warnings []string
	for _, w := range out.Warnings {
		warnings = append(warnings, w.Code)
	}
	if diff := cmp.Diff(c.Warnings, warnings); diff != "" {
		t.Errorf("warnings (-want +got):\n%s", diff)
	}
	if c.Content != nil && *c.Content != out.Text {
		t.Errorf("content: want %q, got %q", *c.Content, out.Text)
	}
}
