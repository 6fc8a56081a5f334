package notation

// XMLTool is <tool name="read_file"><arg name="path">…</arg></tool>, and Anthropic's <invoke name="…"><parameter name="…">.
type XMLTool struct{}

// Name returns "xml".
func (XMLTool) Name() string { return "xml" }

// Tags declares the tags that name their tool in an attribute.
func (XMLTool) Tags() Tags {
	return Tags{
		Open:       []string{"tool", "invoke", "function", "antmlinvoke"},
		Close:      []string{"invoke*", "tool", "function"},
		Namespaces: []string{"antml", "dsml", "steptml"},
	}
}

// Opens reports whether the tag has a name attribute.
func (XMLTool) Opens(t Tag) bool { return t.Attribute("name") != "" && !t.Square }

// IsExact reports whether the tag is one of the models' templates.
func (XMLTool) IsExact(t Tag) bool {
	return t.Value == "" && oneOf(t.Name, []string{"tool", "invoke", "function", "antml:invoke", "｜DSML｜invoke", "steptml:invoke"})
}

// IsXML marks the dialect.
func (XMLTool) IsXML() {}

// Read reads the arguments.
func (XMLTool) Read(b Body) ([]Call, error) { return xmlCall(b, b.Tag.Attribute("name"), b.Text) }
