package shell

// freedom is what came of trying to let a command run free.
type freedom int

const (
	unknown freedom = iota // it is not known to be harmless
	free
	asked // it is known, and the reason to ask is told
)
