package tools

import (
	"context"
	"slices"
	"time"
)

// problems gives what the editor shows for the file before a write; none where it shows none or can't say.
func (w writing) problems(ctx context.Context, c *Call, path string) []Diagnostic {
	if !w.diagnostics {
		return nil
	}
	found, err := c.Workspace.Diagnostics(ctx, path)
	if err != nil {
		return nil // the write matters; that the problems are not known is no failure of it
	}
	var out []Diagnostic
	for _, d := range found {
		out = append(out, told(c, d))
	}
	return out
}

// Language servers need a moment to look at a change.
const (
	settle    = 200 * time.Millisecond
	maxSettle = 3
)

// fresh gives the problems that were not there before the write, once the editor has had the time to find them.
func (w writing) fresh(ctx context.Context, c *Call, path string, old []Diagnostic) []Diagnostic {
	if !w.diagnostics {
		return nil
	}
	var fresh []Diagnostic
	for range maxSettle {
		select {
		case <-ctx.Done():
			return fresh
		case <-time.After(settle):
		}
		fresh = slices.DeleteFunc(w.problems(ctx, c, path), func(d Diagnostic) bool {
			return slices.ContainsFunc(old, func(o Diagnostic) bool {
				return o.Message == d.Message && o.Source == d.Source && o.Severity == d.Severity
			})
		})
		if len(fresh) > 0 {
			return fresh
		}
	}
	return fresh
}
