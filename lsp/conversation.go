package lsp

import (
	"context"

	"ptk-lsp/lsp/wire"
	"ptk-lsp/ptk/transcript"
)

// conversation handles ptk/conversation.
func (h handlers) conversation(ctx context.Context, p *wire.ReadConversationParams) (wire.ConversationResult, error) {
	if p.Limit < 0 {
		return wire.ConversationResult{}, invalid("limit", "%d is less than 0", p.Limit)
	}
	past, err := h.sessions.past(ctx)
	if err != nil {
		return wire.ConversationResult{}, err
	}
	info, turns, earlier, err := past.Turns(ctx, p.ConversationID, transcript.TurnPage{Limit: p.Limit, Before: p.Before})
	if err != nil {
		return wire.ConversationResult{}, err
	}
	out := wire.FromConversation(info, turns)
	out.Earlier = earlier
	return out, nil
}
