package lsp

import (
	"context"
	"strings"

	"ptk-lsp/lsp/wire"
	"ptk-lsp/workspace"
)

// listedMost is the maximum number of entries of a list that are read.
const listedMost = 20

// Context returns what the user sees in the editor, or nil if the editor does not support that.
func (e *Editor) Context(ctx context.Context) (*workspace.Context, error) {
	if !e.client.ptk.Context {
		return nil, nil
	}
	var r wire.EditorContextResult
	if err := e.ask(ctx, readTime, wire.MethodEditorContext, wire.Empty{}, &r); err != nil {
		return nil, err
	}
	c := &workspace.Context{Visible: toPaths(r.Visible), Open: toPaths(r.Open)}
	if a := r.Active; a != nil {
		c.Active, c.Language, c.Selection = toPath(toURI(a.URI)), a.LanguageID, e.fromRange(a.URI, a.Selection)
	}
	for _, l := range r.Quickfix[:min(len(r.Quickfix), listedMost)] {
		c.Listed = append(c.Listed, workspace.Listed{Path: toPath(toURI(l.URI)), Line: int(l.Line), Text: l.Text})
	}
	return c, nil
}

// Diagnostics returns the diagnostics in the editor, for one file or for all.
func (e *Editor) Diagnostics(ctx context.Context, path string) ([]workspace.Diagnostic, error) {
	if !e.client.ptk.Diagnostics {
		return nil, workspace.ErrUnsupported
	}
	params := wire.DiagnosticsParams{}
	if path != "" {
		params.URI = string(toURI(path))
	}
	var r wire.DiagnosticsResult
	if err := e.ask(ctx, showTime, wire.MethodDiagnostics, params, &r); err != nil {
		return nil, err
	}
	var found []workspace.Diagnostic
	for _, item := range r.Items {
		for _, d := range item.Diagnostics {
			found = append(found, e.fromDiagnostic(item.URI, d))
		}
	}
	return found, nil
}

func (e *Editor) fromDiagnostic(u string, d wire.Diagnostic) workspace.Diagnostic {
	at := e.fromRange(u, d.Range)
	severity := workspace.Severity(d.Severity)
	if severity == 0 {
		severity = workspace.SeverityError
	}
	return workspace.Diagnostic{
		Path: toPath(toURI(u)), Line: at.StartLine, Column: at.StartColumn, Severity: severity,
		Source: d.Source, Code: strings.Trim(string(d.Code), `"`), Message: d.Message,
	}
}

// fromRange counts from 1, and columns in UTF-16 units.
func (e *Editor) fromRange(u string, r wire.Range) workspace.Range {
	column := func(p wire.Position) int {
		return e.docs.columnUTF16(toURI(u), p) + 1
	}
	return workspace.Range{
		StartLine: int(r.Start.Line) + 1, StartColumn: column(r.Start),
		EndLine: int(r.End.Line) + 1, EndColumn: column(r.End),
	}
}

func toPaths(uris []string) []string {
	paths := make([]string, len(uris))
	for i, u := range uris {
		paths[i] = toPath(toURI(u))
	}
	return paths
}
