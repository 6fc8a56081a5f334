package lsp

import (
	"context"

	"ptk-lsp/lsp/wire"
)

// deleteConversation is ptk/deleteConversation.
func (s *server) deleteConversation(ctx context.Context, p *wire.ConversationParams) (any, error) {
	past, err := s.past(ctx)
	if err != nil {
		return nil, err
	}
	return nil, past.Delete(ctx, p.ConversationID)
}
