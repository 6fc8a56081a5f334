package lsp

import (
	"context"

	"ptk-lsp/lsp/wire"
)

// compact handles ptk/compact.
func (h handlers) compact(ctx context.Context, p *wire.ConversationParams) (wire.CompactResult, error) {
	past, err := h.sessions.past(ctx)
	if err != nil {
		return wire.CompactResult{}, err
	}
	before, after, err := past.Compact(ctx, p.ConversationID)
	return wire.CompactResult{TokensBefore: before, TokensAfter: after}, err
}
