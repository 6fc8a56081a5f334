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

// Can says what the tools can use.
type Can struct {
	// Diagnostics is set if the editor reports the problems that it shows.
	Diagnostics bool
	// Language names the tools for which the editor has language servers: document_symbols, workspace_symbols,
	// go_to_definition, find_references and hover. The workspace's editor is then a [workspace.Languages].
	Language []string
	// EditorCommands is set if the editor runs commands; it is then a [workspace.Commander].
	EditorCommands bool
	// Secrets are the files that are not shown without consent; nil means [workspace.DefaultSecrets].
	Secrets workspace.Secrets
	// Journal stores what changes replace, for undo; nil if there is no undo.
	Journal *journal.Journal
	// Index searches the workspace's folders by meaning; nil if there is none.
	Index *index.Set
	// Memory caches the file lists of folders between calls, and Trigrams indexes their contents. Without them each call
	// reads the folders again.
	Memory   *search.Memory
	Trigrams *trigram.Set
	// Shell runs commands; nil if none may run.
	Shell *Shell
	// Agent runs agents; nil if there are none.
	Agent AgentFunc
}

// Builtin returns the tools of the program that can be used.
func Builtin(can Can) []Tool {
	if can.Secrets == nil {
		can.Secrets = workspace.DefaultSecrets()
	}
	l := finder{secrets: can.Secrets, getenv: os.Getenv, memory: can.Memory, trigrams: can.Trigrams}
	w := fileWriter{
		diagnostics: can.Diagnostics, kinds: newFileKinds(slices.Contains(can.Language, documentSymbols().Spec().Name)),
		journal: can.Journal,
	}
	ts := []Tool{
		readFile(), readMany(), l.listFiles(), l.searchCode(), w.writeFile(), w.editFile(), w.deleteFile(), w.moveFile(),
		updatePlan(),
	}
	if can.Index != nil {
		ts = append(ts, l.requestCodeContext(can.Index))
	}
	ts = append(ts, can.shell()...)
	return append(ts, can.editor(w.kinds)...)
}

// shell returns the tools that run commands and agents.
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

// editor returns the tools that send requests to the editor.
func (can Can) editor(k *fileKinds) []Tool {
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
		ts = append(ts, editorCommands{can.Shell}.tool())
	}
	return ts
}
