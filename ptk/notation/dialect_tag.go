package notation

// ForeignTag is <read_file><path>…</path></read_file>: the name of a registered tool as the tag. Its calls count only at the
// end of the message, as those of a loose dialect.
type ForeignTag struct{}

// Name returns "tag".
func (ForeignTag) Name() string { return "tag" }

// Tags declares no tags: the names of the registered tools open its calls.
func (ForeignTag) Tags() Tags { return Tags{} }

// Opens reports whether the tag is complete and in angle brackets.
func (ForeignTag) Opens(t Tag) bool { return !t.Square && !t.open }

// IsExact returns false.
func (ForeignTag) IsExact(Tag) bool { return false }

// IsXML marks the dialect.
func (ForeignTag) IsXML() {}

// Read reads the arguments.
func (ForeignTag) Read(b Body) ([]Call, error) { return xmlCall(b, b.Tag.Name, b.Text) }
