package tools

import (
	"context"

	"ptk-lsp/workspace"
)

func findReferences() Tool {
	return symbolTool("find_references", "Find the uses of",
		"Finds where a symbol is used, by the editor's language server: exact where a text search is not.",
		func(ctx context.Context, c *Call, l workspace.Languages, at workspace.Position) (*Places, error) {
			found, err := l.References(ctx, at)
			if err != nil {
				return nil, languageError(err)
			}
			return places(ctx, c, found), nil
		})
}
