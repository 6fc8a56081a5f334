package notation

import "strings"

// Hermes is the form of Hermes and Qwen, <tool_call>{"name", "arguments"}</tool_call>, and of the models that write other
// tags round the same JSON.
type Hermes struct{}

// Name is "hermes".
func (Hermes) Name() string { return "hermes" }

// Keys are the tags round JSON calls.
func (Hermes) Keys() []string {
	return []string{
		"toolcall", "toolcalls", "functioncall", "functioncalls", "tooluse", "toolcode", "pythontag",
		"longcattoolcall", "minimaxtoolcall",
	}
}

// Opens takes any tag of these keys.
func (Hermes) Opens(t Tag) bool { return !t.Square || t.Key != "toolcalls" }

// Read reads JSON, a function call, or GLM's pairs of arg_key and arg_value.
func (Hermes) Read(b Body) ([]Call, error) {
	if i := strings.Index(b.Text, "<arg_key>"); i >= 0 && b.Text[skipBlank(b.Text, 0)] != '{' {
		return xmlCall(b, b.Text[:i], b.Text[i:])
	}
	return tagged(b)
}
