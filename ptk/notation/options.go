package notation

// DefaultLimit is the maximum size of one call in bytes, unless [Options] sets another.
const DefaultLimit = 8 << 20

// mostCalls is the maximum number of calls in one message. It is far more than a turn may run, and bounds the output of a
// message.
const mostCalls = 5000

// Options configures a parser.
type Options struct {
	// Tools are the registered tools. Without any, names can't be checked and only tagged calls are recognized.
	Tools []Tool
	// Dialects are accepted beside PTK's own tags; nil means [DefaultDialects].
	Dialects []Dialect
	// Native is set if the model calls functions by other means than text. Text is then a call only between exact tags at the
	// start of a line, or after the model's control tokens, which servers pass on.
	Native bool
	// Limit is the maximum size of one call in bytes; 0 means [DefaultLimit].
	Limit int
}

// Finish is how a message ended.
type Finish int

// The ways in which messages end.
const (
	// Complete is the end of a message that the model ended itself.
	Complete Finish = iota
	// Cut is the end of a message that the provider stopped at its length limit. Nothing in its last call is completed.
	Cut
)
