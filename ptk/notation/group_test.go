package notation

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Text that is held back until the end of the message is limited; what exceeds the limit is prose.
func TestHeldTextIsLimited(t *testing.T) {
	fence := "```json\n{\"tool\": \"bash\", \"args\": {\"command\": \"ls\"}}\n```\n"
	blanks := strings.Repeat(" ", 2000)
	for name, c := range map[string]struct {
		text, shown string
		calls       int
	}{
		"as many fences as are held":    {strings.Repeat(fence, mostItems), "", mostItems},
		"more fences than are held":     {strings.Repeat(fence, mostItems+1), strings.Repeat(fence, mostItems), 1},
		"a tag that blanks follow":      {"<PTK_CALL>" + blanks + "x", "<PTK_CALL>" + blanks + "x", 0},
		"a call that few blanks follow": {"<PTK_CALL>" + blanks[:300] + `{"tool": "bash", "args": {"command": "ls"}}</PTK_CALL>`, "", 1},
	} {
		t.Run(name, func(t *testing.T) {
			o := Options{Tools: sampleTools()}
			whole := Parse(c.text, o)
			if len(whole.Calls) != c.calls || strings.TrimSpace(whole.Text) != strings.TrimSpace(c.shown) {
				t.Errorf("%d calls and %d bytes of text, want %d and %d", len(whole.Calls), len(whole.Text), c.calls, len(c.shown))
			}
			if diff := cmp.Diff(whole, inPieces(c.text, o, Complete, 97)); diff != "" {
				t.Error("in pieces it differs (-whole +pieces):", diff)
			}
		})
	}
}
