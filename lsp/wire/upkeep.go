package wire

// SpentTokens is what one model took in one conversation on one day.
type SpentTokens struct {
	// Day is a date such as "2026-11-22", in the time zone of the server.
	Day string `json:"day"`
	// Model is "provider/model".
	Model          string  `json:"model"`
	ConversationID string  `json:"conversationId"`
	Title          string  `json:"title"`
	Turns          int     `json:"turns"`
	InputTokens    int     `json:"inputTokens"`
	OutputTokens   int     `json:"outputTokens"`
	CachedTokens   int     `json:"cachedTokens,omitzero"`
	CostUSD        float64 `json:"costUsd,omitzero"`
	// Estimated reports whether some of the tokens or of the cost are estimates.
	Estimated bool `json:"estimated,omitzero"`
}

// UsageResult is what was spent, the last day first.
type UsageResult struct {
	Rows []SpentTokens `json:"rows"`
}

// MCPState is the state of an MCP server.
type MCPState string

// The states.
const (
	MCPStopped  MCPState = "stopped"  // not started yet
	MCPStarting MCPState = "starting" // for the first time, or again after it ended
	MCPRunning  MCPState = "running"
	MCPFailed   MCPState = "failed" // given up
)

// MCPServer describes an MCP server of the user's settings. Servers that are turned off there are not listed.
type MCPServer struct {
	Name string `json:"name"`
	// Transport is "stdio" or "http".
	Transport string `json:"transport"`
	// Target is the command or the URL, without what could be a secret.
	Target string   `json:"target"`
	State  MCPState `json:"state"`
	// Tools is the number of its tools.
	Tools int `json:"tools"`
	// Server is the name and version that it reported.
	Server string `json:"server,omitzero"`
	// Error is the last error.
	Error string `json:"error,omitzero"`
	// Suggestion says what to do about the error.
	Suggestion string `json:"suggestion,omitzero"`
	// Output are the last lines that its program wrote to standard error.
	Output []string `json:"output,omitzero"`
}

// MCPServersResult lists the MCP servers by name.
type MCPServersResult struct {
	Servers []MCPServer `json:"servers"`
}

// MCPServerParams names an MCP server.
type MCPServerParams struct {
	Name string `json:"name"`
}

// IndexedFolder is the index of a folder of the workspace.
type IndexedFolder struct {
	URI string `json:"uri"`
	// Ready reports whether the index is open.
	Ready bool `json:"ready"`
	Files int  `json:"files"`
	// Pieces is the number of pieces of text that are searched.
	Pieces int `json:"pieces"`
	// Bytes is the size on the disk.
	Bytes int64 `json:"bytes"`
	// Embedder is the model that makes vectors; omitted if none does.
	Embedder string `json:"embedder,omitzero"`
	// Embedded is the number of pieces that have vectors.
	Embedded int `json:"embedded,omitzero"`
	// Locked reports whether another process builds the index.
	Locked bool `json:"locked,omitzero"`
}

// IndexResult lists the indexes of the open folders.
type IndexResult struct {
	Folders []IndexedFolder `json:"folders"`
}
