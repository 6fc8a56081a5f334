package tools

// call makes the tool's view of an invocation.
func (m *Manager) call(inv Invocation, o Observer) *Call {
	c := &Call{Invocation: inv, Workspace: m.ws, Output: o.Output, Plan: o.Plan}
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
	return c
}
