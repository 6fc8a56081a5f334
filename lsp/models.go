package lsp

import (
	"context"

	"ptk-lsp/lsp/wire"
)

// models is ptk/models.
func (s *server) models(ctx context.Context, _ *wire.Empty) (wire.ModelsResult, error) {
	session, err := s.settled(ctx)
	if err != nil {
		return wire.ModelsResult{}, err
	}
	return wire.FromModels(session.Chats.Models(ctx)), nil
}
