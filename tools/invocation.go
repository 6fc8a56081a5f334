package tools

import "time"

// call returns the call for a tool, with defaults for what the invocation and the observer lack.
func (m *Manager) call(inv Invocation, o Observer) *Call {
	c := &Call{Invocation: inv, Workspace: m.ws, Output: o.Output, Plan: o.Plan, waited: o.Waited}
	if len(c.Args) == 0 {
		c.Args = []byte("{}")
	}
	if c.Reads == nil {
		c.Reads = NewReads()
	}
	if c.Output == nil {
		c.Output = func(string) {}
	}
	if c.Plan == nil {
		c.Plan = func([]PlanEntry) {}
	}
	if c.waited == nil {
		c.waited = func(time.Duration) {}
	}
	return c
}
