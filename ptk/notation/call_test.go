package notation

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A message with too many calls ends in one error.
func TestTooManyCalls(t *testing.T) {
	one := `{"tool": "bash", "args": {"command": "ls"}}`
	for name, c := range map[string]struct {
		text          string
		calls, errors int
		shown         bool
	}{
		"as many as a message may hold": {strings.Repeat("<PTK_CALL>"+one+"</PTK_CALL>", mostCalls), mostCalls, 0, false},
		"in tags of their own":          {strings.Repeat("<PTK_CALL>"+one+"</PTK_CALL>", mostCalls+9) + "end", mostCalls, 1, false},
		"in one list":                   {"<PTK_BATCH>[" + strings.Repeat(one+",", mostCalls) + one + "]</PTK_BATCH>", mostCalls, 1, false},
		"in one list, flawed":           {"<PTK_BATCH>" + strings.Repeat(one+";", mostCalls+1) + "</PTK_BATCH>", mostCalls, 1, false},
		"loose":                         {strings.Repeat(one+"\n", mostCalls+1), 0, 0, true},
	} {
		t.Run(name, func(t *testing.T) {
			o := Options{Tools: sampleTools()}
			whole := Parse(c.text, o)
			if len(whole.Calls) != c.calls || len(whole.Errors) != c.errors || (whole.Text == c.text) != c.shown {
				t.Errorf("%d calls, %d errors, %d bytes of text; want %d, %d, text %v",
					len(whole.Calls), len(whole.Errors), len(whole.Text), c.calls, c.errors, c.shown)
			}
			for _, e := range whole.Errors {
				if !strings.Contains(e.Message, "5000 calls") {
					t.Errorf("the error is %q", e.Message)
				}
			}
			if diff := cmp.Diff(whole, inPieces(c.text, o, Complete, 997)); diff != "" {
				t.Error("in pieces it differs (-whole +pieces):", diff)
			}
		})
	}
}
