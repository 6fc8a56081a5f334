package notation

// Dialect is one form of tool call other than PTK's own tags.
type Dialect interface {
	// Name is the word for it in [Call].Dialect, such as "hermes".
	Name() string
}

// DefaultDialects are the forms that are accepted unless [Options] names others.
func DefaultDialects() []Dialect { return nil }
