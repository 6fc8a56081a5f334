package lsp

import (
	"context"

	"ptk-lsp/lsp/wire"
)

// forkConversation handles ptk/forkConversation.
func (h handlers) forkConversation(ctx context.Context, p *wire.TurnParams) (wire.ForkResult, error) {
	past, err := h.sessions.past(ctx)
	if err != nil {
		return wire.ForkResult{}, err
	}
	id, err := past.Fork(ctx, p.ConversationID, p.TurnID)
	return wire.ForkResult{ConversationID: id}, err
}
