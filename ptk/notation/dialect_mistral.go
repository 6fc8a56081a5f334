package notation

import "strings"

// Mistral is [TOOL_CALLS][{"name", "arguments"}], and [TOOL_CALLS]name[ARGS]{…} of its newer models. It has no closing tag.
type Mistral struct{}

// Name is "mistral".
func (Mistral) Name() string { return "mistral" }

// Keys is the one tag.
func (Mistral) Keys() []string { return []string{"toolcalls"} }

// Opens takes the tag in square brackets.
func (Mistral) Opens(t Tag) bool { return t.Square }

// Read reads a list of JSON calls, a name before each one's arguments, or a name and its arguments behind [ARGS].
func (Mistral) Read(b Body) ([]Call, error) {
	name, args, found := strings.Cut(b.Text, "[ARGS]")
	if !found || strings.IndexByte(name, '{') >= 0 {
		return b.calls()
	}
	name, _, _ = strings.Cut(name, "[CALL_ID]")
	return xmlCall(b, name, orEmpty(args))
}
