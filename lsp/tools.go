package lsp

import (
	"context"

	"ptk-lsp/lsp/wire"
)

// tools handles ptk/tools.
func (h handlers) tools(ctx context.Context, _ *wire.Empty) (wire.ToolsResult, error) {
	session, err := h.sessions.configured(ctx)
	if err != nil {
		return wire.ToolsResult{}, err
	}
	return wire.FromTools(session.Chats.Tools()), nil
}
