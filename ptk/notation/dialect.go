package notation

// Dialect is one form in which models write tool calls. It is also a [Tagged] or a [Loose] one.
type Dialect interface {
	// Name is the word for it in [Call].Dialect, such as "hermes".
	Name() string
	// Read reads the calls in a text of this form.
	Read(Body) ([]Call, error)
}

// Tagged is a dialect whose calls stand between tags.
type Tagged interface {
	Dialect
	// Opens says whether the tag opens a call. Its answer may depend on the tag's key alone, or on what stands in the tag.
	Opens(Tag) bool
	// Keys are the keys of the tags that may open a call; a key that ends in * stands for all that start so.
	Keys() []string
}

// Loose is a dialect without tags of its own. Its calls count only at the end of the message, for registered tools, and
// with arguments that fit.
type Loose interface {
	Dialect
	// Start says whether a call starts at the start of the text, which begins a line: 1 yes, 0 more text is needed, -1 no.
	Start(text string, known func(name string) int) int
}

// Lined is a loose dialect that is made of lines rather than brackets.
type Lined interface {
	Loose
	// Continues says whether a line after the first goes on with the call.
	Continues(line string) bool
}

// Body is the text of a call and what is known of it.
type Body struct {
	// Tag is the opening tag; without a name for a loose form.
	Tag Tag
	// Text is what stands between the tags; for a loose form, all of it.
	Text  string
	tools *toolbox
	whole bool // nothing but calls may stand in the text
}

// calls reads calls in JSON, as functions, or as both.
func (b Body) calls() ([]Call, error) {
	if b.Text == "" {
		return nil, nil
	}
	body := readBody(b.Text, b.tools, b.whole)
	if b.whole && body.junk {
		return nil, nil
	}
	var calls []Call
	for _, w := range body.list {
		c, ok := settle(w, b.tools)
		if !ok {
			return calls, &Error{
				Code: InvalidToolCall, Tool: c.Tool, Offset: w.pos,
				Message: "the arguments of " + c.Tool + " need names",
			}
		}
		c.Repaired = append(c.Repaired, body.repaired...)
		calls = append(calls, c)
	}
	if body.fault != nil {
		return calls, &Error{Code: body.fault.code, Message: body.fault.say, Offset: body.fault.pos}
	}
	return calls, nil
}

// DefaultDialects are the forms that are accepted unless [Options] names others.
func DefaultDialects() []Dialect {
	return []Dialect{
		Hermes{}, Token{}, XMLTool{}, CoderFunction{}, Mistral{}, ForeignTag{}, WholeJSON{}, FunctionStyle{}, YAMLStyle{},
	}
}
