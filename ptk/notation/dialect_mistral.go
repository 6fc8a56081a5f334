package notation

// Mistral is [TOOL_CALLS][{"name", "arguments"}], which has no closing tag.
type Mistral struct{}

// Name is "mistral".
func (Mistral) Name() string { return "mistral" }

// Keys is the one tag.
func (Mistral) Keys() []string { return []string{"toolcalls"} }

// Opens takes the tag in square brackets.
func (Mistral) Opens(t Tag) bool { return t.Square }

// Read reads a list of JSON calls, or a name before each one's arguments.
func (Mistral) Read(b Body) ([]Call, error) { return b.calls() }
