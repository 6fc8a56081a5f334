package lsp

import (
	"context"
	"errors"
	"fmt"

	"ptk-lsp/lsp/wire"
)

// Upkeep is what the user looks after beside the conversations: MCP servers and indexes.
type Upkeep interface {
	Servers() []wire.MCPServer
	// RestartServer starts a server again, and reports whether there is one of that name.
	RestartServer(name string) bool
	Indexes() []wire.IndexedFolder
	RebuildIndexes() error
}

func (s *sessions) upkeep(ctx context.Context) (Upkeep, error) {
	session, err := s.configured(ctx)
	if err != nil {
		return nil, err
	}
	if session.Upkeep == nil {
		return nil, errors.New("this server has neither MCP servers nor indexes")
	}
	return session.Upkeep, nil
}

// usage handles ptk/usage.
func (h handlers) usage(ctx context.Context, _ *wire.Empty) (wire.UsageResult, error) {
	past, err := h.sessions.past(ctx)
	if err != nil {
		return wire.UsageResult{}, err
	}
	rows, err := past.Spent(ctx)
	return wire.FromSpent(rows), err
}

// mcpServers handles ptk/mcpServers.
func (h handlers) mcpServers(ctx context.Context, _ *wire.Empty) (wire.MCPServersResult, error) {
	u, err := h.sessions.upkeep(ctx)
	if err != nil {
		return wire.MCPServersResult{}, err
	}
	return wire.MCPServersResult{Servers: append([]wire.MCPServer{}, u.Servers()...)}, nil
}

// restartMCPServer handles ptk/restartMcpServer.
func (h handlers) restartMCPServer(ctx context.Context, p *wire.MCPServerParams) (*wire.Empty, error) {
	if p.Name == "" {
		return nil, invalid("name", "is missing")
	}
	u, err := h.sessions.upkeep(ctx)
	if err != nil {
		return nil, err
	}
	if !u.RestartServer(p.Name) {
		return nil, fmt.Errorf("the settings name no MCP server %q, or turn it off", p.Name)
	}
	return nil, nil
}

// index handles ptk/index.
func (h handlers) index(ctx context.Context, _ *wire.Empty) (wire.IndexResult, error) {
	u, err := h.sessions.upkeep(ctx)
	if err != nil {
		return wire.IndexResult{}, err
	}
	return wire.IndexResult{Folders: append([]wire.IndexedFolder{}, u.Indexes()...)}, nil
}

// rebuildIndex handles ptk/rebuildIndex.
func (h handlers) rebuildIndex(ctx context.Context, _ *wire.Empty) (*wire.Empty, error) {
	u, err := h.sessions.upkeep(ctx)
	if err != nil {
		return nil, err
	}
	return nil, u.RebuildIndexes()
}
