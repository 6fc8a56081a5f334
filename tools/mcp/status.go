package mcp

// State is the state of a server.
type State string

// The states.
const (
	Stopped  State = "stopped"  // not started yet
	Starting State = "starting" // for the first time, or again after it ended
	Running  State = "running"
	Failed   State = "failed" // given up; tried again with a later message
)

// Status describes one server to the user.
type Status struct {
	Name      string
	Transport string // "stdio" or "http"
	Target    string // the command or the URL, without what could be a secret
	State     State
	Tools     int      // the number of its tools
	Server    string   // the name and version that it reported; "" before it was ready
	Error     string   // the last error; "" if there was none
	Do        string   // what to do about it
	Output    []string // the last lines that its program wrote to standard error
}
