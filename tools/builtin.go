package tools

import (
	"os"
	"slices"

	"ptk-lsp/workspace"
	"ptk-lsp/workspace/index"
	"ptk-lsp/workspace/journal"
	"ptk-lsp/workspace/search"
	"ptk-lsp/workspace/trigram"
)

// Can says what is there for the tools to use.
type Can struct {
	// Diagnostics is true where the editor tells what problems it shows.
	Diagnostics bool
	// Language names the tools for which the editor has language servers; the workspace's editor is then a
	// [workspace.Languages]. They are document_symbols, workspace_symbols, go_to_definition, find_references and hover.
	Language []string
	// EditorCommands is true where the editor runs commands; it is then a [workspace.Commander].
	EditorCommands bool
	// Secrets are the files that are not shown without consent; nil takes [workspace.DefaultSecrets].
	Secrets workspace.Secrets
	// Journal keeps what changes replace, for undo; nil where nothing is to be undone.
	Journal *journal.Journal
	// Index finds what answers a question in the workspace's folders; nil where there is none.
	Index *index.Set
	// Memory remembers the files of folders between calls, and Trigrams what is in them; nil where each call looks anew.
	Memory   *search.Memory
	Trigrams *trigram.Set
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
	l := look{secrets: can.Secrets, getenv: os.Getenv, memory: can.Memory, trigrams: can.Trigrams}
	w := writing{diagnostics: can.Diagnostics, kinds: newKinds(slices.Contains(can.Language, documentSymbols().Spec().Name)), journal: can.Journal}
	ts := []Tool{readFile(), readMany(), l.listFiles(), l.searchCode(), w.writeFile(), w.editFile(), w.deleteFile(), w.moveFile(), updatePlan()}
	if can.Index != nil {
		ts = append(ts, l.requestCodeContext(can.Index))
	}
	ts = append(ts, can.shell()...)
	return append(ts, can.editor(w.kinds)...)
}

// shell gives the tools that run commands and agents.
func (can Can) shell() []Tool {
	var ts []Tool
	if s := can.Shell; s != nil {
		if s.Secrets == nil {
			s.Secrets = can.Secrets
		}
		ts = append(ts, newBash(s, can.Journal).tool())
		if s.Jobs != nil {
			ts = append(ts, s.Jobs.output(), s.Jobs.stop())
		}
	}
	if can.Agent != nil {
		ts = append(ts, agent(can.Agent))
	}
	return ts
}

// editor gives the tools that ask the editor.
func (can Can) editor(k *kinds) []Tool {
	var ts []Tool
	if can.Diagnostics {
		ts = append(ts, getDiagnostics(k))
	}
	for _, t := range []Tool{documentSymbols(), workspaceSymbols(), goToDefinition(), findReferences(), hover()} {
		if slices.Contains(can.Language, t.Spec().Name) {
			ts = append(ts, t)
		}
	}
	if can.EditorCommands {
		ts = append(ts, runEditorCommand())
	}
	return ts
}
