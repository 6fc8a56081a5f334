package mcp

// failure is why a server can't be used, and what to do about it.
type failure struct {
	message, do string // sentences
	final       bool   // another try would fail too
}

func (f *failure) Error() string { return f.message }
