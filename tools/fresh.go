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

// before gives the problems that a write does not make. All are news where nobody was thought to look at such files.
func (w writing) before(ctx context.Context, c *Call, path string) []Diagnostic {
	old := w.problems(ctx, c, path)
	if len(old) > 0 && w.kinds.watched(path) {
		return nil
	}
	return old
}

// Language servers need a moment to look at a change.
const (
	settle    = 200 * time.Millisecond
	maxSettle = 3
)

// fresh gives the problems that were not there before the write, once the editor has had the time to find them. It does not
// wait where nobody looks at such files.
func (w writing) fresh(ctx context.Context, c *Call, path string, old []Diagnostic) []Diagnostic {
	if !w.diagnostics || w.kinds.quiet(path) {
		return nil
	}
	asked := w.kinds.ask(ctx, c, path)
	defer asked.end()
	for range maxSettle {
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(settle):
		}
		fresh := slices.DeleteFunc(w.problems(ctx, c, path), func(d Diagnostic) bool {
			return slices.ContainsFunc(old, func(o Diagnostic) bool {
				return o.Message == d.Message && o.Source == d.Source && o.Severity == d.Severity
			})
		})
		if len(fresh) > 0 {
			w.kinds.watched(path)
			return fresh
		}
	}
	asked.note()
	return nil
}
