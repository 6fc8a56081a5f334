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

// severities are their words, the most severe first, as LSP counts them from 1.
func severities() []string { return []string{"error", "warning", "information", "hint"} }

func severityWord(s workspace.Severity) string {
	if words := severities(); s >= 1 && int(s) <= len(words) {
		return words[s-1]
	}
	return "error" // LSP leaves one without severity to the client
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
