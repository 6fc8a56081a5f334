package ptk

import (
	"slices"

	"ptk-lsp/tools"
)

// before gives the earlier calls of the answer that must end before c starts: all of them for a tool that runs alone,
// and those that touch the same files where one of the two changes something.
func (r *runner) before(c *call) []*call {
	var after []*call
	for _, b := range r.calls {
		if c.touches.follows(b.touches) {
			after = append(after, b)
		}
	}
	return after
}

// lastFree is the last call that waits for no other.
func (r *runner) lastFree() *call {
	for _, b := range slices.Backward(r.calls) {
		if b.free {
			return b
		}
	}
	return nil
}

// footprint is what a call touches, as far as its arguments tell.
type footprint struct {
	alone, changes, anywhere bool
	paths                    []string
}

func touched(c *call) footprint {
	f := footprint{alone: c.spec.Alone, paths: c.record.Paths()}
	switch c.spec.Kind {
	case tools.KindEdit, tools.KindDelete, tools.KindMove:
		f.changes = true
	case tools.KindExecute, tools.KindOther: // of which nobody knows what they change
		f.changes, f.anywhere = true, true
	case tools.KindSearch:
		f.anywhere = true
	}
	return f
}

// follows is true where f may not run beside the earlier b.
func (f footprint) follows(b footprint) bool {
	if f.alone || b.alone {
		return true
	}
	if !f.changes && !b.changes {
		return false
	}
	if f.anywhere || b.anywhere {
		return true
	}
	return slices.ContainsFunc(f.paths, func(p string) bool { return slices.Contains(b.paths, p) })
}
