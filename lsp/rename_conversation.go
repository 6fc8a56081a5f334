package lsp

import (
	"context"

	"ptk-lsp/lsp/wire"
)

// renameConversation is ptk/renameConversation.
func (s *server) renameConversation(ctx context.Context, p *wire.RenameConversationParams) (any, error) {
	past, err := s.past(ctx)
	if err != nil {
		return nil, err
	}
	return nil, refused(past.Rename(ctx, p.ConversationID, p.Title))
}
