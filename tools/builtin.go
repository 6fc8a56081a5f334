package tools

import (
	"os"

	"ptk-lsp/workspace"
)

// Can says what is there for the tools to use.
type Can struct {
	// Diagnostics is true where the editor tells what problems it shows.
	Diagnostics bool
	// Secrets are the files that are not shown without consent; nil takes [workspace.DefaultSecrets].
	Secrets workspace.Secrets
}

// Builtin gives the tools that come with the program, as far as what is there allows.
func Builtin(can Can) []Tool {
	if can.Secrets == nil {
		can.Secrets = workspace.DefaultSecrets()
	}
	l := look{secrets: can.Secrets, getenv: os.Getenv}
	w := writing{diagnostics: can.Diagnostics}
	ts := []Tool{readFile(), readMany(), l.listFiles(), l.searchCode(), w.writeFile()}
	if can.Diagnostics {
		ts = append(ts, getDiagnostics())
	}
	return ts
}
