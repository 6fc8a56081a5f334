package openai

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/llm"
)

// However fragments are mixed, those of a call come together, in the order in which they were sent.
func TestInOrder(t *testing.T) {
	f := func(i int, args string) llm.ToolCall { return llm.ToolCall{Index: i, Arguments: args} }
	tests := map[string]struct{ in, want []llm.ToolCall }{
		"one after the other": {
			[]llm.ToolCall{f(0, `{"a`), f(0, `":1}`), f(1, `{`), f(1, `}`)},
			[]llm.ToolCall{f(0, `{"a`), f(0, `":1}`), f(1, `{`), f(1, `}`)},
		},
		"mixed": {
			[]llm.ToolCall{f(0, ""), f(1, ""), f(2, ""), f(1, `{"b`), f(0, `{}`), f(2, `{`), f(1, `":2}`), f(2, `}`)},
			[]llm.ToolCall{f(0, ""), f(0, `{}`), f(1, ""), f(1, `{"b`), f(1, `":2}`), f(2, ""), f(2, `{`), f(2, `}`)},
		},
		"never whole": {
			[]llm.ToolCall{f(0, `{"a`), f(2, `{}`), f(1, `{}`)},
			[]llm.ToolCall{f(0, `{"a`), f(1, `{}`), f(2, `{}`)},
		},
	}
	for name, tt := range tests {
		var o inOrder
		var got []llm.ToolCall
		for _, c := range tt.in {
			got = append(got, o.next(c)...)
		}
		if diff := cmp.Diff(tt.want, append(got, o.rest()...)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
