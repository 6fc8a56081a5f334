package mention

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"ptk-lsp/ptk/chat"
	"ptk-lsp/workspace"
)

// maxDiagnostics is the number of diagnostics that are attached at most.
const maxDiagnostics = 200

// diagnostics returns the problems that the editor shows, the most severe first.
func diagnostics(ctx context.Context, ws *workspace.Workspace) (a chat.Attachment, err error) {
	found, err := ws.Diagnostics(ctx, "")
	switch {
	case errors.Is(err, workspace.ErrUnsupported):
		return a, errors.New("no editor that reports problems is connected")
	case err != nil:
		return a, err
	case len(found) == 0:
		return chat.Attachment{Name: "diagnostics", Text: "(The editor shows no problems.)"}, nil
	}
	slices.SortStableFunc(found, func(x, y workspace.Diagnostic) int {
		return cmp.Or(cmp.Compare(x.Severity, y.Severity), cmp.Compare(x.Path, y.Path), cmp.Compare(x.Line, y.Line))
	})
	var lines []string
	for _, d := range found[:min(len(found), maxDiagnostics)] {
		at := fmt.Sprintf("%s:%d:%d", ws.Display(d.Path), d.Line, d.Column)
		lines = append(lines, strings.TrimSpace(fmt.Sprintf("%s: %s: %s %s", at, severityName(d.Severity), d.Message, origin(d))))
	}
	if n := len(found) - maxDiagnostics; n > 0 {
		lines = append(lines, fmt.Sprintf("(%d more)", n))
	}
	return chat.Attachment{Name: "diagnostics", Text: strings.Join(lines, "\n")}, nil
}

func severityName(s workspace.Severity) string {
	switch s {
	case workspace.SeverityWarning:
		return "warning"
	case workspace.SeverityInformation:
		return "information"
	case workspace.SeverityHint:
		return "hint"
	default:
		return "error"
	}
}

// origin returns the source and the rule of a diagnostic, or "" if neither is known.
func origin(d workspace.Diagnostic) string {
	if s := strings.TrimSpace(d.Source + " " + d.Code); s != "" {
		return "(" + s + ")"
	}
	return ""
}

// selection returns the lines that are selected in the editor.
func selection(ctx context.Context, ws *workspace.Workspace) (a chat.Attachment, err error) {
	c, err := ws.Context(ctx)
	switch {
	case err != nil:
		return a, err
	case c == nil || c.Active == "":
		return a, errors.New("no file is open in the editor")
	case !filepath.IsAbs(c.Active):
		return a, errors.New("the selection is not in a file of the workspace")
	}
	s := c.Selection
	if s.StartLine == s.EndLine && s.StartColumn == s.EndColumn {
		return a, errors.New("nothing is selected")
	}
	if s.EndColumn == 1 && s.EndLine > s.StartLine {
		s.EndLine-- // a selection of whole lines ends at the start of the next
	}
	return chat.Attachment{Path: c.Active, StartLine: s.StartLine, EndLine: s.EndLine}, nil
}
