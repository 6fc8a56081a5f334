package browser

import (
	"fmt"
	"strings"

	"ptk-lsp/llm"
)

// verbatim asks for the answer in a form that the page does not alter: outside of a code block it would interpret tags, stars
// and underscores.
const verbatim = "Write your whole answer, with everything that belongs to it, inside one code block that begins and ends with a line of " +
	"five backticks. Nothing stands outside of it."

// flatten returns a conversation as one message, since a page has no fields for roles or history.
func flatten(conversation []llm.Message) string {
	var b strings.Builder
	for _, m := range conversation {
		head := string(m.Role)
		if m.Role == llm.ToolRole {
			head = "tool results"
		}
		if m.ToolCallID != "" {
			head += " for " + m.ToolCallID
		}
		fmt.Fprintf(&b, "[%s]\n%s\n", head, m.Content)
		for _, c := range m.ToolCalls {
			fmt.Fprintf(&b, "called %s as %s with %s\n", c.Name, c.ID, c.Arguments)
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "[%s]\nThe above is our conversation so far; go on as its assistant. %s", llm.System, verbatim)
	return b.String()
}
