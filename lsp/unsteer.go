package lsp

import (
	"context"

	"ptk-lsp/lsp/wire"
)

// unsteer handles ptk/unsteer.
func (h handlers) unsteer(ctx context.Context, p *wire.UnsteerParams) (any, error) {
	past, err := h.sessions.past(ctx)
	if err != nil {
		return nil, err
	}
	return wire.UnsteerResult{Removed: past.Unsteer(ctx, p.ConversationID, p.MessageID)}, nil
}
