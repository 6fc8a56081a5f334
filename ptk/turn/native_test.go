package turn

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/llm"
)

func TestFragments(t *testing.T) {
	type part = llm.ToolCall
	for _, tt := range []struct {
		name  string
		parts []part
		early []string // completed by a part that follows
		rest  string   // completed by the end of the stream
	}{
		{name: "nothing"},
		{name: "one part", parts: []part{{ID: "1", Name: "look", Arguments: `{"a":1}`}}, rest: `1 look {"a":1}`},
		{
			name:  "arguments in parts",
			parts: []part{{ID: "1", Name: "look"}, {Arguments: ` {"a"`}, {Arguments: ":1} "}}, rest: `1 look {"a":1}`,
		},
		{name: "no arguments", parts: []part{{ID: "1", Name: "look"}}, rest: "1 look {}"},
		{name: "name and id later", parts: []part{{Arguments: "{"}, {Name: "look"}, {ID: "1", Arguments: "}"}}, rest: "1 look {}"},
		{
			name:  "another index",
			parts: []part{{ID: "1", Name: "a"}, {Index: 1, ID: "2", Name: "b"}, {Index: 2, ID: "3", Name: "c"}},
			early: []string{"1 a {}", "2 b {}"}, rest: "3 c {}",
		},
		{
			name:  "another id at the same index",
			parts: []part{{ID: "1", Name: "a", Arguments: "{}"}, {ID: "2", Name: "b", Arguments: "{}"}},
			early: []string{"1 a {}"}, rest: "2 b {}",
		},
		{
			name:  "the same id again",
			parts: []part{{ID: "1", Name: "a", Arguments: "{"}, {ID: "1", Name: "a", Arguments: "}"}}, rest: "1 a {}",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var f fragments
			var early []string
			for _, p := range tt.parts {
				if c, ok := f.add(p); ok {
					early = append(early, fmt.Sprintf("%s %s %s", c.ID, c.Tool, c.Args))
				}
			}
			if d := cmp.Diff(tt.early, early); d != "" {
				t.Errorf("completed early (-want +got):\n%s", d)
			}
			rest := ""
			if c, ok := f.rest(); ok {
				rest = fmt.Sprintf("%s %s %s", c.ID, c.Tool, c.Args)
			}
			if rest != tt.rest {
				t.Errorf("completed at the end: %q, want %q", rest, tt.rest)
			}
			if _, ok := f.rest(); ok {
				t.Error("there is a call after the last one")
			}
		})
	}
}

// Calls without an id get one each.
func TestFragmentsWithoutID(t *testing.T) {
	var f fragments
	f.add(llm.ToolCall{Name: "a"})
	first, _ := f.add(llm.ToolCall{Index: 1, Name: "b"})
	second, _ := f.rest()
	if first.ID == "" || second.ID == "" || first.ID == second.ID {
		t.Errorf("the ids are %q and %q", first.ID, second.ID)
	}
}
