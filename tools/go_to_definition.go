package tools

import (
	"context"

	"ptk-lsp/workspace"
)

func goToDefinition() Tool {
	return symbolTool("go_to_definition", "Find the definition of", "Finds where a symbol is defined, by the editor's language server.",
		func(ctx context.Context, c *Call, l workspace.Languages, at workspace.Position) (*Places, error) {
			found, err := l.Definition(ctx, at)
			if err != nil {
				return nil, languageError(err)
			}
			return places(ctx, c, found), nil
		})
}
