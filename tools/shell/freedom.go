package shell

// freedom is the outcome of trying to let a command run without a question.
type freedom int

const (
	unknown freedom = iota // it is not known to be harmless
	free
	asked // it is known, and the reason to ask was added
)
