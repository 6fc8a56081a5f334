package ptk

import (
	"ptk-lsp/ptk/command"
	"ptk-lsp/ptk/complete"
	"ptk-lsp/ptk/instructions"
	"ptk-lsp/ptk/mention"
	"ptk-lsp/ptk/symbol"
	"ptk-lsp/ptk/turn"
	"ptk-lsp/workspace/search"
)

// references resolves what messages refer to.
type references struct {
	completer    *complete.Completer
	mentions     *mention.Resolver
	commands     *command.Library
	instructions *instructions.Reader
	skipped      *instructions.Skipped // files of commands and instructions
}

func newReferences(c Config) *references {
	look := c.Look
	if look == nil {
		look = func(root string) search.Options { return search.Options{Root: root} }
	}
	skipped := &instructions.Skipped{}
	symbols := symbol.NewFinder(c.Workspace, look)
	commands := command.NewLibrary(command.Config{
		Workspace: c.Workspace, UserDir: c.UserDir, Restricted: c.Restricted,
		Actions: turn.Actions(c.Journal != nil), Reserved: turn.ActionNames(), LeftOut: skipped.Add,
	})
	return &references{
		completer: complete.New(complete.Config{Workspace: c.Workspace, Options: look, Symbols: symbols, Commands: commands, Tools: c.Tools}),
		mentions:  mention.NewResolver(c.Workspace, symbols, c.Tools, look), commands: commands, skipped: skipped,
		instructions: instructions.NewReader(instructions.Config{
			Workspace: c.Workspace, UserDir: c.UserDir, Restricted: c.Restricted, LeftOut: skipped.Add,
		}),
	}
}
