package lsp

import (
	"context"

	"ptk-lsp/lsp/wire"
)

// renameConversation handles ptk/renameConversation.
func (h handlers) renameConversation(ctx context.Context, p *wire.RenameConversationParams) (any, error) {
	past, err := h.sessions.past(ctx)
	if err != nil {
		return nil, err
	}
	return nil, refused(past.Rename(ctx, p.ConversationID, p.Title))
}
