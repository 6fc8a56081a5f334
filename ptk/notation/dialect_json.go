package notation

import "strings"

// WholeJSON is Llama's form: {"name", "parameters"} or a list of such objects, without a tag, at the end of the message.
type WholeJSON struct{}

// Name returns "json".
func (WholeJSON) Name() string { return "json" }

// Starts declares a brace, and Phi's word.
func (WholeJSON) Starts() Starts {
	return Starts{Prefixes: []string{"{", functoolsPrefix}, Wrapped: true, After: "["}
}

// Start looks for an object whose first member is one of a call.
func (WholeJSON) Start(text string, known func(string) int) int { return startsJSON(text, known) }

// Read reads the JSON.
func (WholeJSON) Read(b Body) ([]Call, error) {
	b.Text = strings.TrimPrefix(b.Text, functoolsPrefix)
	return b.calls()
}
