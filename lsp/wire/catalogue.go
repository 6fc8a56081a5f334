package wire

// ToolCalling is how a model calls tools.
type ToolCalling string

// The ways of calling tools.
const (
	CallingPTK    ToolCalling = "ptk"    // in the text of the response
	CallingNative ToolCalling = "native" // with the provider's function calling
)

// ModelInfo describes a model.
type ModelInfo struct {
	// ID is "provider/model", as in ChatParams.model.
	ID        string `json:"id"`
	Provider  string `json:"provider"`
	Available bool   `json:"available"`
	// Reason is why the model isn't available and what to do, or why it was chosen.
	Reason        string      `json:"reason,omitzero"`
	ContextWindow int         `json:"contextWindow,omitzero"`
	ToolCalling   ToolCalling `json:"toolCalling,omitzero"`
	// Images reports whether images can be attached.
	Images bool `json:"images,omitzero"`
	// Price is omitted if it is not known, or nothing is charged.
	Price *ModelPrice `json:"price,omitzero"`
}

// ModelPrice is what a million tokens cost in US dollars.
type ModelPrice struct {
	Input  float64 `json:"input"`
	Output float64 `json:"output"`
}

// ModelsResult lists the models.
type ModelsResult struct {
	Models []ModelInfo `json:"models"`
	// Current is the id of the model that a turn uses unless it names another.
	Current string `json:"current"`
}

// ToolSource is where a tool comes from.
type ToolSource string

// The sources.
const (
	SourceBuiltin ToolSource = "builtin"
	SourceCustom  ToolSource = "custom"
	SourceMCP     ToolSource = "mcp"
)

// ToolInfo describes a tool that a turn may offer to the model.
type ToolInfo struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	// Parameters is a JSON Schema.
	Parameters           Object     `json:"parameters"`
	Kind                 ToolKind   `json:"kind"`
	RequiresConfirmation bool       `json:"requiresConfirmation"`
	Source               ToolSource `json:"source"`
	// Disabled reports whether the user's settings turn the tool off: no model is offered it.
	Disabled bool `json:"disabled,omitzero"`
}

// ToolsResult lists the tools by name.
type ToolsResult struct {
	Tools []ToolInfo `json:"tools"`
}

// RuleDecision is the decision of a permission rule.
type RuleDecision string

// The decisions of rules.
const (
	RuleAllow  RuleDecision = "allow"
	RuleAsk    RuleDecision = "ask"
	RuleReject RuleDecision = "reject"
)

// RuleScope is the scope of a permission rule.
type RuleScope string

// The scopes.
const (
	ScopeTurn      RuleScope = "turn"
	ScopeSession   RuleScope = "session"
	ScopeWorkspace RuleScope = "workspace"
	ScopeSettings  RuleScope = "settings"
)

// PermissionRule decides what a tool may do without asking.
type PermissionRule struct {
	ID       string       `json:"id"`
	Tool     string       `json:"tool"`
	Match    string       `json:"match,omitzero"`
	Decision RuleDecision `json:"decision"`
	Scope    RuleScope    `json:"scope"`
	// Text describes the rule to the user.
	Text string `json:"text"`
}

// PermissionsResult lists the rules in force.
type PermissionsResult struct {
	Rules []PermissionRule `json:"rules"`
}

// RevokePermissionParams names the rule to revoke.
type RevokePermissionParams struct {
	ID string `json:"id"`
}

// StatsParams requests statistics of one conversation, or of all.
type StatsParams struct {
	ConversationID string `json:"conversationId,omitzero"`
}

// ToolStats are the statistics of one tool.
type ToolStats struct {
	Name     string `json:"name"`
	Calls    int    `json:"calls"`
	Failures int    `json:"failures"`
	Cached   int    `json:"cached"`
	// P50Ms is the median duration of a call.
	P50Ms int64 `json:"p50Ms"`
	// P95Ms is the 95th percentile of the duration of a call.
	P95Ms int64 `json:"p95Ms"`
}

// StatsResult are the requested statistics.
type StatsResult struct {
	Tools []ToolStats `json:"tools"`
	Usage Usage       `json:"usage"`
}

// CompleteParams requests completions at a position in the chat's input.
type CompleteParams struct {
	Text string `json:"text"`
	// Offset is the position of the cursor in text, in UTF-16 code units.
	Offset int `json:"offset"`
}

// CompletionKind is what a completion refers to.
type CompletionKind string

// The kinds of completion.
const (
	CompletionFile    CompletionKind = "file"
	CompletionSymbol  CompletionKind = "symbol"
	CompletionCommand CompletionKind = "command"
	CompletionTool    CompletionKind = "tool"
)

// CompletionItem is one completion.
type CompletionItem struct {
	Label      string         `json:"label"`
	Kind       CompletionKind `json:"kind"`
	InsertText string         `json:"insertText"`
	Detail     string         `json:"detail,omitzero"`
}

// OffsetRange is a range of a text, in UTF-16 code units.
type OffsetRange struct {
	Start int `json:"start"`
	End   int `json:"end"`
}

// CompleteResult lists the completions, best first.
type CompleteResult struct {
	Items []CompletionItem `json:"items"`
	// Replace is the range of the text that an item replaces.
	Replace OffsetRange `json:"replace"`
}
