package lsp

import (
	"context"

	"ptk-lsp/lsp/wire"
	"ptk-lsp/ptk/transcript"
)

// conversations handles ptk/conversations.
func (h handlers) conversations(ctx context.Context, p *wire.ConversationsParams) (wire.ConversationsResult, error) {
	if p.Limit < 0 {
		return wire.ConversationsResult{}, invalid("limit", "%d is less than 0", p.Limit)
	}
	past, err := h.sessions.past(ctx)
	if err != nil {
		return wire.ConversationsResult{}, err
	}
	infos, next, err := past.Conversations(ctx, transcript.Page{Query: p.Query, Limit: p.Limit, Cursor: p.Cursor})
	if err != nil {
		return wire.ConversationsResult{}, refused(err)
	}
	return wire.FromConversations(infos, next), nil
}
