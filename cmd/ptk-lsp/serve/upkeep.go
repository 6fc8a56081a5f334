package serve

import (
	"ptk-lsp/cmd/ptk-lsp/backend"
	"ptk-lsp/lsp/wire"
)

// upkeep is what an editor's user looks after.
type upkeep struct{ b *backend.Backend }

// Servers returns the MCP servers of the settings.
func (u upkeep) Servers() (all []wire.MCPServer) {
	for _, s := range u.b.Servers.Status() {
		all = append(all, wire.MCPServer{
			Name: s.Name, Transport: s.Transport, Target: s.Target, State: wire.MCPState(s.State), Tools: s.Tools, Server: s.Server,
			Error: s.Error, Suggestion: s.Do, Output: s.Output,
		})
	}
	return all
}

// RestartServer starts an MCP server again.
func (u upkeep) RestartServer(name string) bool { return u.b.Servers.Restart(name) }

// Indexes returns the indexes for questions.
func (u upkeep) Indexes() (all []wire.IndexedFolder) {
	for _, s := range u.b.Indexes.Questions.Status() {
		all = append(all, wire.IndexedFolder{
			URI: wire.PathURI(s.Root), Ready: s.Open, Files: s.Files, Pieces: s.Chunks, Bytes: s.Bytes, Embedder: s.Embedder,
			Embedded: s.Embedded, Locked: s.Locked,
		})
	}
	return all
}

// RebuildIndexes reads all files again.
func (u upkeep) RebuildIndexes() error { return u.b.Indexes.Questions.Rebuild() }
