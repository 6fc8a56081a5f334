package lsp

import (
	"context"

	"ptk-lsp/lsp/wire"
)

// deleteConversation handles ptk/deleteConversation.
func (h handlers) deleteConversation(ctx context.Context, p *wire.ConversationParams) (any, error) {
	past, err := h.sessions.past(ctx)
	if err != nil {
		return nil, err
	}
	return nil, past.Delete(ctx, p.ConversationID)
}
