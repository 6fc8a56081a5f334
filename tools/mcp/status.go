package mcp

// State says how a server is.
type State string

// The states.
const (
	Stopped  State = "stopped"  // not started yet
	Starting State = "starting" // for the first time, or again after it ended
	Running  State = "running"
	Failed   State = "failed" // given up; tried again with a later message
)

// Status is how one server is, for a person.
type Status struct {
	Name      string
	Transport string // "stdio" or "http"
	Target    string // the command or the URL, without what could be a secret
	State     State
	Tools     int    // how many it offers
	Server    string // its own name and version; "" before it was ready
	Error     string // what was wrong the last time; "" where nothing was
	Do        string // what to do about it
}

// Status tells how each server is, by name.
func (s *Servers) Status() []Status {
	var all []Status
	for _, v := range s.sorted() {
		all = append(all, v.status())
	}
	return all
}

func (v *server) status() Status {
	v.mu.Lock()
	defer v.mu.Unlock()
	st := Status{Name: v.name, Transport: "stdio", Target: v.cfg.Command, State: v.state, Tools: len(v.tools), Server: v.told}
	if v.cfg.URL != "" {
		st.Transport, st.Target = "http", withoutSecrets(v.cfg.URL)
	}
	if v.failure != nil {
		st.Error, st.Do = v.failure.message, v.failure.do
	}
	return st
}
