package lsp

import (
	"context"

	"ptk-lsp/lsp/wire"
)

// tools is ptk/tools.
func (s *server) tools(ctx context.Context, _ *wire.Empty) (wire.ToolsResult, error) {
	session, err := s.settled(ctx)
	if err != nil {
		return wire.ToolsResult{}, err
	}
	return wire.FromTools(session.Chats.Tools()), nil
}
