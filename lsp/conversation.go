package lsp

import (
	"context"

	"ptk-lsp/lsp/wire"
)

// conversation is ptk/conversation.
func (s *server) conversation(ctx context.Context, p *wire.ConversationParams) (wire.ConversationResult, error) {
	past, err := s.past(ctx)
	if err != nil {
		return wire.ConversationResult{}, err
	}
	info, turns, err := past.Conversation(ctx, p.ConversationID)
	if err != nil {
		return wire.ConversationResult{}, err
	}
	return wire.FromConversation(info, turns), nil
}
