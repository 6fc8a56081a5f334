package lsp

import (
	"context"

	"ptk-lsp/lsp/wire"
)

// compact is ptk/compact.
func (s *server) compact(ctx context.Context, p *wire.ConversationParams) (wire.CompactResult, error) {
	past, err := s.past(ctx)
	if err != nil {
		return wire.CompactResult{}, err
	}
	before, after, err := past.Compact(ctx, p.ConversationID)
	return wire.CompactResult{TokensBefore: before, TokensAfter: after}, err
}
