package notation

import "strings"

// Hermes is the form of Hermes and Qwen, <tool_call>{"name", "arguments"}</tool_call>, and of the models that put other
// tags around the same JSON.
type Hermes struct{}

// Name returns "hermes".
func (Hermes) Name() string { return "hermes" }

// Tags declares the tags around JSON calls.
func (Hermes) Tags() Tags {
	return Tags{
		Open: []string{
			"toolcall", "toolcalls", "functioncall", "functioncalls", "tooluse", "toolcode", "pythontag",
			"longcattoolcall", "minimaxtoolcall",
		},
		Close:      []string{"toolc*", "tooluse*", "functionc*", "tools", "functions"},
		Unclosed:   []string{"pythontag"},
		Namespaces: []string{"dsml", "minimax", "seed", "xai"},
	}
}

// Opens reports whether the tag opens a call: any of them does, except [TOOL_CALLS].
func (Hermes) Opens(t Tag) bool { return !t.Square || t.Key != "toolcalls" }

// IsExact reports whether the tag is one of the models' templates.
func (Hermes) IsExact(t Tag) bool {
	return !t.Square && t.isBare() && oneOf(t.Name, []string{
		"tool_call", "tool_calls", "function_call", "function_calls", "tool_use", "|python_tag|", "longcat_tool_call",
		"｜DSML｜function_calls",
	})
}

// Read reads JSON, a function call, or GLM's pairs of arg_key and arg_value.
func (Hermes) Read(b Body) ([]Call, error) {
	if i := strings.Index(b.Text, "<arg_key>"); i >= 0 && b.Text[skipBlank(b.Text, 0)] != '{' {
		return xmlCall(b, b.Text[:i], b.Text[i:])
	}
	return tagged(b)
}
