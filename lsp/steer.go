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
	return nil, refused(past.Steer(ctx, p.ConversationID, p.Message))
}
