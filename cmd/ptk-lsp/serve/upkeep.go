package serve

import (
	"ptk-lsp/cmd/ptk-lsp/backend"
	"ptk-lsp/tools/mcp"
	"ptk-lsp/workspace/index"
)

// upkeep is what an editor's user looks after.
type upkeep struct{ b *backend.Backend }

func (u upkeep) Servers() []mcp.Status { return u.b.Servers.Status() }

func (u upkeep) RestartServer(name string) bool { return u.b.Servers.Restart(name) }

func (u upkeep) Indexes() []index.FolderStatus { return u.b.Indexes.Questions.Status() }

func (u upkeep) RebuildIndexes() error { return u.b.Indexes.Questions.Rebuild() }
