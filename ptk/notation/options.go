package notation

// DefaultLimit is how many bytes one call may have where [Options] names no limit.
const DefaultLimit = 8 << 20

// mostCalls is how many calls one message may hold. It is far beyond what a turn may run, and keeps what comes of a message
// in proportion to what a model means.
const mostCalls = 5000

// Options says what a parser knows of its message.
type Options struct {
	// Tools are the registered tools. Without any, names can't be checked and only tagged calls are recognised.
	Tools []Tool
	// Dialects are the forms accepted beside PTK's own tags; nil means [DefaultDialects].
	Dialects []Dialect
	// Native says that the model calls functions by other means than text. What it writes then counts as a call only where
	// it stands between exact tags at the start of a line, or behind its own control tokens, which servers hand on.
	Native bool
	// Limit is how many bytes one call may have; 0 means [DefaultLimit].
	Limit int
}

// Finish is how a message ended.
type Finish int

// The two ends of a message.
const (
	// Complete is a message that the model ended itself.
	Complete Finish = iota
	// Cut is a message that the provider stopped at its length limit: nothing in its last call is completed.
	Cut
)

// Parse reads one whole message that the model ended itself.
func Parse(text string, o Options) Output {
	p := NewParser(o)
	out := p.Write(text)
	out.add(p.Close(Complete))
	return out
}

// add appends what a later piece settled.
func (o *Output) add(more Output) {
	o.Text += more.Text
	o.Calls = append(o.Calls, more.Calls...)
	o.Errors = append(o.Errors, more.Errors...)
	o.Warnings = append(o.Warnings, more.Warnings...)
}
