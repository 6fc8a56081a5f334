package notation

import (
	"encoding/json"
	"strings"
)

// OpenTag begins a call in the standard form.
const OpenTag = "<PTK_CALL>"

// FormatCalls returns calls in the standard form, one tag each, as a model should write them. The parser reads the same calls
// from it.
func FormatCalls(calls []Call) string {
	var b strings.Builder
	for i, c := range calls {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(OpenTag + "\n")
		b.Write(standard(c))
		b.WriteString("\n</PTK_CALL>")
	}
	return b.String()
}

// standard returns a call as a JSON object. Invalid arguments are left out.
func standard(c Call) []byte {
	if !json.Valid(c.Args) {
		c.Args = json.RawMessage("{}")
	}
	data, err := json.Marshal(struct {
		Tool      string          `json:"tool"`
		Args      json.RawMessage `json:"args"`
		Reasoning string          `json:"reasoning,omitempty"`
	}{c.Tool, c.Args, c.Reasoning})
	if err != nil {
		return nil // a string and valid JSON always marshal
	}
	return data
}
