package notation

// Dialect is one form in which models write tool calls. It is also [Tagged] or [Loose].
type Dialect interface {
	// Name is the value of [Call].Dialect, such as "hermes".
	Name() string
	// Read reads the calls in a text of this form.
	Read(Body) ([]Call, error)
}

// Tagged is a dialect whose calls are enclosed in tags.
type Tagged interface {
	Dialect
	// Tags declares the tags.
	Tags() Tags
	// Opens reports whether a tag with one of the declared keys opens a call.
	Opens(Tag) bool
	// IsExact reports whether a tag that opens a call is spelled as in the template of a model. Only calls in exact tags
	// may change anything without consent.
	IsExact(Tag) bool
}

// Tags declares the tags of a dialect. Names are spelled as in the models' templates, keys are folded names; see [Tag].
type Tags struct {
	// Open lists the keys of the tags that may open a call. A key that ends in * covers all that start with it.
	Open []string
	// Close lists the keys of the closing tags that end a call of any dialect, because models mix them up. A key that ends
	// in * covers all that start with it.
	Close []string
	// Ends maps the key of an opening tag to the name of the token that ends the call, if that is not the closing tag of the
	// same name.
	Ends map[string]string
	// OtherEnds maps the key of an opening tag to the name of a closing tag of another dialect that is exact too.
	OtherEnds map[string]string
	// Leftover lists the names of tokens that are dropped if one follows a complete call.
	Leftover []string
	// Unclosed lists the keys of the opening tags that have no closing tag.
	Unclosed []string
	// Namespaces lists the prefixes, folded, that models write before the names of these tags, as in antml:invoke. Only those
	// of the default dialects are recognized.
	Namespaces []string
}

// XML is a tagged dialect that writes arguments as tags in the body rather than as JSON.
type XML interface {
	Tagged
	// IsXML marks the dialect.
	IsXML()
}

// Loose is a dialect without tags of its own. Its calls count only at the end of the message, for registered tools, and
// with arguments that fit.
type Loose interface {
	Dialect
	// Starts declares how calls begin.
	Starts() Starts
	// Start reports whether a call starts at the start of the text, which begins a line: 1 yes, 0 more text is needed, -1 no.
	// It is called only for texts that begin as declared.
	Start(text string, known func(name string) int) int
}

// Starts declares how the calls of a loose dialect begin.
type Starts struct {
	// Prefixes lists the texts with which a call may begin.
	Prefixes []string
	// Tools is set if a call may begin with the name of a registered tool, in ASCII.
	Tools bool
	// Wrapped is set if square brackets and quotation marks may precede the call.
	Wrapped bool
	// After lists the bytes that may follow the first word of a call, blanks left out, if a call may begin with a word.
	After string
}

// Lined is a loose dialect that consists of lines rather than brackets.
type Lined interface {
	Loose
	// Continues reports whether a line after the first one belongs to the call.
	Continues(line string) bool
}

// Body is the text of a call and what is known about it.
type Body struct {
	// Tag is the opening tag; it has no name for a loose dialect.
	Tag Tag
	// Text is the text between the tags; for a loose dialect, all of it.
	Text  string
	tools *toolbox
	whole bool // the text must contain nothing but calls
}
