package notation

import "strings"

// Mistral is [TOOL_CALLS][{"name", "arguments"}], and [TOOL_CALLS]name[ARGS]{…} of its newer models.
type Mistral struct{}

// Name returns "mistral".
func (Mistral) Name() string { return "mistral" }

// Tags declares the tag, which has no closing tag.
func (Mistral) Tags() Tags {
	return Tags{Open: []string{"toolcalls"}, Unclosed: []string{"toolcalls"}}
}

// Opens reports whether the tag is in square brackets.
func (Mistral) Opens(t Tag) bool { return t.Square }

// IsExact reports whether the tag is [TOOL_CALLS].
func (Mistral) IsExact(t Tag) bool { return t.Name == "TOOL_CALLS" && t.isBare() }

// Read reads a list of JSON calls, a name before each one's arguments, or a name and its arguments separated by [ARGS].
func (Mistral) Read(b Body) ([]Call, error) {
	name, args, found := strings.Cut(b.Text, "[ARGS]")
	if !found || strings.IndexByte(name, '{') >= 0 {
		return b.calls()
	}
	name, _, _ = strings.Cut(name, "[CALL_ID]")
	return xmlCall(b, name, orEmpty(args))
}
