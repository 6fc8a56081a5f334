package lsp

import (
	"context"

	"ptk-lsp/lsp/wire"
)

// steer is ptk/steer.
func (s *server) steer(ctx context.Context, p *wire.SteerParams) (any, error) {
	past, err := s.past(ctx)
	if err != nil {
		return nil, err
	}
	return nil, refused(past.Steer(ctx, p.ConversationID, p.Message))
}
