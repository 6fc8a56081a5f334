package wire

import (
	"ptk-lsp/ptk/transcript"
	"ptk-lsp/tools/mcp"
	"ptk-lsp/workspace/index"
)

// FromSpent converts what was spent.
func FromSpent(rows []transcript.Spent) UsageResult {
	out := UsageResult{[]SpentTokens{}}
	for _, r := range rows {
		out.Rows = append(out.Rows, SpentTokens{
			Day: r.Day, Model: r.Model, ConversationID: r.ConversationID, Title: r.Title, Turns: r.Turns, InputTokens: r.InputTokens,
			OutputTokens: r.OutputTokens, CachedTokens: r.CachedTokens, CostUSD: r.CostUSD, Estimated: r.Estimated || r.CostEstimated,
		})
	}
	return out
}

// FromMCPServers converts the status of MCP servers.
func FromMCPServers(all []mcp.Status) MCPServersResult {
	out := MCPServersResult{[]MCPServer{}}
	for _, s := range all {
		out.Servers = append(out.Servers, MCPServer{
			Name: s.Name, Transport: s.Transport, Target: s.Target, State: MCPState(s.State), Tools: s.Tools, Server: s.Server,
			Error: s.Error, Suggestion: s.Do, Output: s.Output,
		})
	}
	return out
}

// FromIndexes converts the status of indexes.
func FromIndexes(all []index.FolderStatus) IndexResult {
	out := IndexResult{[]IndexedFolder{}}
	for _, s := range all {
		out.Folders = append(out.Folders, IndexedFolder{
			URI: PathURI(s.Root), Ready: s.Open, Files: s.Files, Pieces: s.Chunks, Bytes: s.Bytes, Embedder: s.Embedder,
			Embedded: s.Embedded, Locked: s.Locked,
		})
	}
	return out
}
