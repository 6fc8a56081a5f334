package wire

// ToolCalling says how a model calls tools.
type ToolCalling string

// The ways of calling.
const (
	CallingPTK    ToolCalling = "ptk"    // in its text
	CallingNative ToolCalling = "native" // by the provider's own function calling
)

// ModelInfo is one model that can, or can't, be asked.
type ModelInfo struct {
	// ID is "provider/model", what ChatParams.model takes.
	ID        string `json:"id"`
	Provider  string `json:"provider"`
	Available bool   `json:"available"`
	// Reason says why it isn't available and what to do, or why it was chosen.
	Reason        string      `json:"reason,omitzero"`
	ContextWindow int         `json:"contextWindow,omitzero"`
	ToolCalling   ToolCalling `json:"toolCalling,omitzero"`
	// Images is true where pictures can be attached.
	Images bool `json:"images,omitzero"`
}

// ModelsResult lists the models.
type ModelsResult struct {
	Models []ModelInfo `json:"models"`
	// Current is the id of the model that a turn asks unless it names another.
	Current string `json:"current"`
}

// ToolSource says where a tool comes from.
type ToolSource string

// The sources.
const (
	SourceBuiltin ToolSource = "builtin"
	SourceCustom  ToolSource = "custom"
	SourceMCP     ToolSource = "mcp"
)

// ToolInfo is one tool that a turn may offer to the model.
type ToolInfo struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	// Parameters is a JSON Schema.
	Parameters           Object     `json:"parameters"`
	Kind                 ToolKind   `json:"kind"`
	RequiresConfirmation bool       `json:"requiresConfirmation"`
	Source               ToolSource `json:"source"`
}

// ToolsResult lists the tools by name.
type ToolsResult struct {
	Tools []ToolInfo `json:"tools"`
}

// RuleDecision is what a permission rule says.
type RuleDecision string

// The decisions of rules.
const (
	RuleAllow  RuleDecision = "allow"
	RuleAsk    RuleDecision = "ask"
	RuleReject RuleDecision = "reject"
)

// RuleScope says how far a permission rule reaches.
type RuleScope string

// The scopes.
const (
	ScopeSession   RuleScope = "session"
	ScopeWorkspace RuleScope = "workspace"
	ScopeSettings  RuleScope = "settings"
)

// PermissionRule says what a tool may do without asking.
type PermissionRule struct {
	ID       string       `json:"id"`
	Tool     string       `json:"tool"`
	Match    string       `json:"match,omitzero"`
	Decision RuleDecision `json:"decision"`
	Scope    RuleScope    `json:"scope"`
	// Text says the rule in words.
	Text string `json:"text"`
}

// PermissionsResult lists the rules that hold.
type PermissionsResult struct {
	Rules []PermissionRule `json:"rules"`
}

// RevokePermissionParams name the rule to take back.
type RevokePermissionParams struct {
	ID string `json:"id"`
}

// StatsParams ask for figures, of one conversation or of all.
type StatsParams struct {
	ConversationID string `json:"conversationId,omitzero"`
}

// ToolStats are the figures of one tool.
type ToolStats struct {
	Name     string `json:"name"`
	Calls    int    `json:"calls"`
	Failures int    `json:"failures"`
	Cached   int    `json:"cached"`
	// P50Ms is the median time of a call.
	P50Ms int64 `json:"p50Ms"`
	// P95Ms is the time that 95 % of the calls stay under.
	P95Ms int64 `json:"p95Ms"`
}

// StatsResult are the figures asked for.
type StatsResult struct {
	Tools []ToolStats `json:"tools"`
	Usage Usage       `json:"usage"`
}

// CompleteParams ask what could stand at a place in a chat's input.
type CompleteParams struct {
	Text string `json:"text"`
	// Offset is the cursor's place in text, in UTF-16 units.
	Offset int `json:"offset"`
}

// CompletionKind says what a completion stands for.
type CompletionKind string

// The kinds of completion.
const (
	CompletionFile    CompletionKind = "file"
	CompletionSymbol  CompletionKind = "symbol"
	CompletionCommand CompletionKind = "command"
	CompletionTool    CompletionKind = "tool"
)

// CompletionItem is one thing that could stand there.
type CompletionItem struct {
	Label      string         `json:"label"`
	Kind       CompletionKind `json:"kind"`
	InsertText string         `json:"insertText"`
	Detail     string         `json:"detail,omitzero"`
}

// OffsetRange is a piece of a text, in UTF-16 units.
type OffsetRange struct {
	Start int `json:"start"`
	End   int `json:"end"`
}

// CompleteResult lists what could stand there, best first.
type CompleteResult struct {
	Items []CompletionItem `json:"items"`
	// Replace is the piece of the text that an item takes the place of.
	Replace OffsetRange `json:"replace"`
}
