package notation

import "strings"

// The names of the parts of a call as models write them, the most reliable first.
var (
	nameKeys   = []string{"tool", "tool_name", "toolName", "function_name", "name", "function", "action", "recipient_name"}
	argKeys    = []string{"args", "arguments", "parameters", "input", "params", "tool_input", "tool_args", "action_input", "kwargs"}
	reasonKeys = []string{"reasoning", "reason", "thought", "thoughts", "explanation", "rationale"}
	listKeys   = []string{"tool_calls", "tool_call", "function_call", "calls", "tools", "function_calls", "ptk_call", "ptk_batch", "tool_uses"}
	otherKeys  = []string{"id", "type", "call_id", "index", "tool_call_id"}
)

// pick returns the last member with the first of the names that is found, nil if none is.
func pick(list []member, names []string) *member {
	for _, name := range names {
		for i := len(list) - 1; i >= 0; i-- {
			if list[i].name == name || unescapeName(list[i].name) == name || strings.EqualFold(list[i].name, name) {
				return &list[i]
			}
		}
	}
	return nil
}

// cleanName removes what models put around a name.
func cleanName(name string) string {
	name = unescapeName(strings.Trim(name, " \t\r\n`\"'"))
	return strings.TrimSuffix(name, "()")
}
