package tools

import (
	"ptk-lsp/workspace"
)

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

// severities returns the names of LSP's severities, which are counted from 1, the most severe first.
func severities() []string { return []string{"error", "warning", "information", "hint"} }

func severityWord(s workspace.Severity) string {
	if words := severities(); s >= 1 && int(s) <= len(words) {
		return words[s-1]
	}
	return "error" // LSP lets the client choose if there is none
}

// showDiagnostic converts a diagnostic for a result.
func showDiagnostic(c *Call, d workspace.Diagnostic) Diagnostic {
	return Diagnostic{c.Workspace.Display(d.Path), d.Line, d.Column, severityWord(d.Severity), d.Source, d.Code, d.Message}
}

// atLeast reports whether a severity is least or more severe.
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
