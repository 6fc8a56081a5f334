package ptk

import "context"

// Extra are tools that come and go while the program runs, such as those of MCP servers. While they are available, the tools'
// manager has them.
type Extra interface {
	// Ready prepares the tools and waits for those that will be ready soon; it returns within seconds. Names are the tools that
	// a turn asks for, nil is all.
	Ready(ctx context.Context, names []string)
	// Notices returns what the user should know about them, each once.
	Notices() []string
}

// noExtra is the Extra of a manager that has none.
type noExtra struct{}

func (noExtra) Ready(context.Context, []string) {}

func (noExtra) Notices() []string { return nil }
