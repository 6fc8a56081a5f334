package lsp

import (
	"context"

	"ptk-lsp/lsp/wire"
)

// exportConversation handles ptk/exportConversation.
func (h handlers) exportConversation(ctx context.Context, p *wire.ExportParams) (wire.ExportResult, error) {
	if p.Format != wire.FormatMarkdown && p.Format != wire.FormatJSON {
		return wire.ExportResult{}, invalid("format", "%q is not one of markdown, json", p.Format)
	}
	past, err := h.sessions.past(ctx)
	if err != nil {
		return wire.ExportResult{}, err
	}
	info, turns, err := past.Conversation(ctx, p.ConversationID)
	if err != nil {
		return wire.ExportResult{}, err
	}
	text, err := wire.Export(p.Format, info, turns)
	return wire.ExportResult{Text: text}, err
}
