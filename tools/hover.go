package tools

import (
	"context"

	"ptk-lsp/workspace"
)

// Hovered is the result of the tool hover.
type Hovered struct {
	Contents string `json:"contents"` // Markdown; "" if nothing is known
}

// Preview returns the first lines.
func (h Hovered) Preview() []string { return firstLines(splitLines(h.Contents), 4) }

func hover() Tool {
	return symbolTool("hover", "Look up", "Gives the type and the documentation of a symbol, by the editor's language server.",
		func(ctx context.Context, _ *Call, l workspace.Languages, at workspace.Position) (*Hovered, error) {
			text, err := l.Hover(ctx, at)
			if err != nil {
				return nil, languageError(err)
			}
			return &Hovered{text}, nil
		})
}
