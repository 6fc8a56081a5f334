package tools

// running says how a command is run.
type running struct {
	command string
	free    bool     // it runs without a question
	network bool     // it may open connections
	writes  []string // protected files that the question named, absolute
}
