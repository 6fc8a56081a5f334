package lsp

import (
	"context"

	"ptk-lsp/lsp/wire"
)

// models handles ptk/models.
func (h handlers) models(ctx context.Context, _ *wire.Empty) (wire.ModelsResult, error) {
	session, err := h.sessions.configured(ctx)
	if err != nil {
		return wire.ModelsResult{}, err
	}
	return wire.FromModels(session.Chats.Models(ctx)), nil
}
