package turn

import (
	"slices"

	"ptk-lsp/tools"
)

// footprint is what a call touches, as far as its arguments show.
type footprint struct {
	alone, changes, anywhere bool
	paths                    []string
}

func footprintOf(c *call) footprint {
	f := footprint{alone: c.spec.Alone, paths: c.record.Paths()}
	switch c.spec.Kind {
	case tools.KindEdit, tools.KindDelete, tools.KindMove:
		f.changes = true
	case tools.KindExecute, tools.KindOther: // may change anything
		f.changes, f.anywhere = true, true
	case tools.KindSearch:
		f.anywhere = true
	case tools.KindRead, tools.KindThink, tools.KindFetch:
	}
	return f
}

// follows reports whether a call with the footprint f must wait for an earlier one with the footprint b.
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
