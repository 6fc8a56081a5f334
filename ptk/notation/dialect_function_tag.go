package notation

// CoderFunction is Qwen-Coder's <function=read_file><parameter=path>…, and Llama's <function=read_file>{…}</function>.
type CoderFunction struct{}

// Name returns "function_tag".
func (CoderFunction) Name() string { return "function_tag" }

// Tags declares the tag.
func (CoderFunction) Tags() Tags {
	return Tags{Open: []string{"function"}, Close: []string{"function"}, Namespaces: []string{"seed"}}
}

// Opens reports whether the tag has a name after an equals sign.
func (CoderFunction) Opens(t Tag) bool { return t.Value != "" && !t.Square }

// IsExact reports whether the tag has nothing but the name.
func (CoderFunction) IsExact(t Tag) bool { return t.Name == "function" && t.Attributes == "" }

// IsXML marks the dialect.
func (CoderFunction) IsXML() {}

// Read reads the arguments.
func (CoderFunction) Read(b Body) ([]Call, error) { return xmlCall(b, b.Tag.Value, b.Text) }
