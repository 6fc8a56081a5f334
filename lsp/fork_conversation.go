package lsp

import (
	"context"

	"ptk-lsp/lsp/wire"
)

// forkConversation is ptk/forkConversation.
func (s *server) forkConversation(ctx context.Context, p *wire.TurnParams) (wire.ForkResult, error) {
	past, err := s.past(ctx)
	if err != nil {
		return wire.ForkResult{}, err
	}
	id, err := past.Fork(ctx, p.ConversationID, p.TurnID)
	return wire.ForkResult{ConversationID: id}, err
}
