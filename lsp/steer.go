package lsp

import (
	"context"

	"ptk-lsp/lsp/wire"
)

// steer handles ptk/steer.
func (h handlers) steer(ctx context.Context, p *wire.SteerParams) (any, error) {
	past, err := h.sessions.past(ctx)
	if err != nil {
		return nil, err
	}
	id, err := past.Steer(ctx, p.ConversationID, p.Message)
	if err != nil {
		return nil, refused(err)
	}
	return wire.SteerResult{MessageID: id}, nil
}
