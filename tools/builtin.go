package tools

import (
	"os"

	"ptk-lsp/workspace"
	"ptk-lsp/workspace/journal"
)

// Can says what is there for the tools to use.
type Can struct {
	// Diagnostics is true where the editor tells what problems it shows.
	Diagnostics bool
	// Secrets are the files that are not shown without consent; nil takes [workspace.DefaultSecrets].
	Secrets workspace.Secrets
	// Journal keeps what changes replace, for undo; nil where nothing is to be undone.
	Journal *journal.Journal
	// Shell runs commands; nil where none may be run.
	Shell *Shell
	// Agent does a task in a conversation of its own; nil where there is nobody to do it.
	Agent AgentFunc
}

// Builtin gives the tools that come with the program, as far as what is there allows.
func Builtin(can Can) []Tool {
	if can.Secrets == nil {
		can.Secrets = workspace.DefaultSecrets()
	}
	l := look{secrets: can.Secrets, getenv: os.Getenv}
	w := writing{diagnostics: can.Diagnostics, journal: can.Journal}
	ts := []Tool{readFile(), readMany(), l.listFiles(), l.searchCode(), w.writeFile(), w.editFile(), w.deleteFile(), w.moveFile(), updatePlan()}
	if can.Shell != nil {
		if can.Shell.Secrets == nil {
			can.Shell.Secrets = can.Secrets
		}
		ts = append(ts, can.Shell.bash())
		if can.Shell.Jobs != nil {
			ts = append(ts, can.Shell.Jobs.output(), can.Shell.Jobs.stop())
		}
	}
	if can.Agent != nil {
		ts = append(ts, agent(can.Agent))
	}
	if can.Diagnostics {
		ts = append(ts, getDiagnostics())
	}
	return ts
}
