package tools

import (
	"context"
	"slices"
	"time"
)

// problems returns the problems that the editor shows for the file; none if it can't report them.
func (w fileWriter) problems(ctx context.Context, c *Call, path string) []Diagnostic {
	if !w.diagnostics {
		return nil
	}
	found, err := c.Workspace.Diagnostics(ctx, path)
	if err != nil {
		return nil // failing to list problems must not fail the write
	}
	var out []Diagnostic
	for _, d := range found {
		out = append(out, showDiagnostic(c, d))
	}
	return out
}

// before returns the problems that are not caused by the write that follows. If such files were thought to be unchecked, all
// problems are new to the model, and there are none.
func (w fileWriter) before(ctx context.Context, c *Call, path string) []Diagnostic {
	old := w.problems(ctx, c, path)
	if len(old) > 0 && w.kinds.noteChecked(path) {
		return nil
	}
	return old
}

// Language servers need a moment to check a change.
const (
	settle    = 200 * time.Millisecond
	maxSettle = 3
)

// fresh returns the problems that were not there before the write, after giving the editor time to find them. It does not
// wait if such files are not checked.
func (w fileWriter) fresh(ctx context.Context, c *Call, path string, old []Diagnostic) []Diagnostic {
	if !w.diagnostics || w.kinds.unchecked(path) {
		return nil
	}
	asked := w.kinds.probe(ctx, c, path)
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
			w.kinds.noteChecked(path)
			return fresh
		}
	}
	asked.note()
	return nil
}
