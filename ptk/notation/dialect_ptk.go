package notation

// ptk is the notation's own form, <PTK_CALL>…</PTK_CALL>, with its legacy tag and the misspellings that models write.
type ptk struct{}

func (ptk) Name() string { return "ptk" }

func (ptk) Tags() Tags {
	return Tags{Open: []string{"ptk*", "toolcall"}, Close: []string{"ptk*", "toolc*", "call"}}
}

func (ptk) Opens(t Tag) bool {
	key := t.Key
	if key == "ptk" {
		key += foldTag(t.Attributes)
	}
	switch key {
	case "ptkcall", "ptkcalls", "ptkcal", "ptkbatch", "ptktoolcall", "ptktoolcalls", "ptkcallbatch", "ptkbatchcall", "ptkbath":
		return true
	case "toolcall":
		return t.Name != "tool_call" || t.Square
	}
	return false
}

// IsExact accepts PTK's own tags, and those of the models' templates that differ from the legacy tag only in their spelling.
func (ptk) IsExact(t Tag) bool {
	return !t.Square && t.isBare() && oneOf(t.Name, []string{
		"PTK_CALL", "PTK_BATCH", "TOOL_CALL",
		"TOOLCALL", "|tool_call|", "|tool_call", "minimax:tool_call", "seed:tool_call",
	})
}

func (ptk) Read(b Body) ([]Call, error) { return tagged(b) }
