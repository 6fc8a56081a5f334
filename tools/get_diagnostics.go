package tools

import (
	"cmp"
	"context"
	"fmt"

	"ptk-lsp/workspace"
)

type diagnosticsArgs struct {
	File     string `json:"file,omitempty" jsonschema:"file to ask for, relative to the workspace; left out, all files"`
	Severity string `json:"severity,omitempty" jsonschema:"the least severe kind to show" enum:"error,warning,information,hint" default:"hint"`
}

// Diagnostics is the result of the tool get_diagnostics.
type Diagnostics struct {
	Diagnostics []Diagnostic `json:"diagnostics"`
	Count       int          `json:"count"`
}

// Diagnostic is one problem that the editor shows.
type Diagnostic struct {
	Path     string `json:"path"`
	Line     int    `json:"line"`
	Column   int    `json:"column"`
	Severity string `json:"severity"`
	Source   string `json:"source"`
	Code     string `json:"code,omitempty"`
	Message  string `json:"message"`
}

// Preview gives the first problems.
func (d Diagnostics) Preview() []string {
	var out []string
	for _, x := range d.Diagnostics {
		out = append(out, fmt.Sprintf("%s:%d: %s: %s", x.Path, x.Line, x.Severity, x.Message))
	}
	return append([]string{fmt.Sprintf("%d problems", d.Count)}, firstLines(out, 3)...)
}

// severities are their words, the most severe first, as LSP counts them from 1.
func severities() []string { return []string{"error", "warning", "information", "hint"} }

func severityWord(s workspace.Severity) string {
	if words := severities(); s >= 1 && int(s) <= len(words) {
		return words[s-1]
	}
	return "error" // LSP leaves one without severity to the client
}

func getDiagnostics(k *kinds) Tool {
	return Reading(Spec{
		Name: "get_diagnostics", Kind: KindRead,
		Description: "Gives the errors and warnings that the editor shows, from all its language servers and linters.",
	}, func(c *Call, a diagnosticsArgs) (string, []Location) {
		if a.File == "" {
			return "Look at the problems", nil
		}
		return "Look at the problems of " + a.File, at(c, 0, a.File)
	}, func(ctx context.Context, c *Call, a diagnosticsArgs) (*Diagnostics, error) {
		path := ""
		if a.File != "" {
			var err error
			if path, err = c.Workspace.Locate(a.File); err != nil {
				return nil, err
			}
		}
		found, err := c.Workspace.Diagnostics(ctx, path)
		if err != nil {
			return nil, fmt.Errorf("asking the editor for its problems: %w", err)
		}
		out := &Diagnostics{Diagnostics: []Diagnostic{}}
		least := cmp.Or(a.Severity, "hint")
		for _, d := range found {
			k.watched(d.Path)
			if s := told(c, d); atLeast(s.Severity, least) {
				out.Diagnostics = append(out.Diagnostics, s)
			}
		}
		out.Count = len(out.Diagnostics)
		return out, nil
	})
}

// told puts a diagnostic into words.
func told(c *Call, d workspace.Diagnostic) Diagnostic {
	return Diagnostic{c.Workspace.Display(d.Path), d.Line, d.Column, severityWord(d.Severity), d.Source, d.Code, d.Message}
}

// atLeast is true where a severity is as severe as least or more.
func atLeast(severity, least string) bool {
	for _, s := range severities() {
		if s == severity {
			return true
		}
		if s == least {
			return false
		}
	}
	return false
}
