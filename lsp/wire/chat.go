package wire

// Mode is what a turn may do.
type Mode string

// The modes.
const (
	ModeAsk   Mode = "ask"   // only tools that read
	ModePlan  Mode = "plan"  // makes a plan and stops
	ModeAgent Mode = "agent" // all tools; the default
)

// ChatParams requests one turn of a conversation.
type ChatParams struct {
	// Message is the user's message; it may be empty if there is a plan.
	Message string `json:"message"`
	// ConversationID is the conversation to continue; if omitted, a new one begins.
	ConversationID string       `json:"conversationId,omitzero"`
	Attachments    []Attachment `json:"attachments,omitzero"`
	// Model is "provider/model"; the current one if omitted.
	Model string `json:"model,omitzero"`
	// Mode is "agent" if omitted.
	Mode Mode `json:"mode,omitzero"`
	// Plan is a plan that the user has approved, possibly changed. The turn, in mode "agent", carries it out.
	Plan []PlanEntry `json:"plan,omitzero"`
	// Tools are the names of the tools that are offered in this turn: all of the mode if omitted, none if empty.
	Tools       []string `json:"tools,omitzero"`
	Temperature *float64 `json:"temperature,omitzero"`
	// MaxIterations limits the model calls of the turn; the default of the settings is 10.
	MaxIterations *int `json:"maxIterations,omitzero"`
	// MaxToolCalls limits the tool calls of the turn; the default of the settings is 20.
	MaxToolCalls *int `json:"maxToolCalls,omitzero"`
	// TimeoutMs limits the duration of the turn.
	TimeoutMs *int `json:"timeoutMs,omitzero"`
	// WorkDoneToken is the token for LSP's work-done progress.
	WorkDoneToken ProgressToken `json:"workDoneToken,omitzero"`
	// PartialResultToken is the token for the ChatEvents.
	PartialResultToken ProgressToken `json:"partialResultToken,omitzero"`
}

// Attachment is attached to a message: a file by its URI, a text with a name, or an image with a name.
type Attachment struct {
	URI string `json:"uri,omitzero"`
	// Range is the attached part of the file; omitted for the whole file.
	Range *Range `json:"range,omitzero"`
	Name  string `json:"name,omitzero"`
	Text  string `json:"text,omitzero"`
	// MIMEType is the type of Data: image/png, image/jpeg, image/gif or image/webp.
	MIMEType string `json:"mimeType,omitzero"`
	// Data is an image in base64, at most 5 MiB when decoded.
	Data string `json:"data,omitzero"`
}

// ChatResult is the result of a turn. A failed turn has a result too.
type ChatResult struct {
	ConversationID string `json:"conversationId"`
	TurnID         string `json:"turnId"`
	Success        bool   `json:"success"`
	// Content is the final answer in Markdown, without protocol tags.
	Content string     `json:"content"`
	Error   *ChatError `json:"error,omitzero"`
	// Iterations counts the model calls.
	Iterations int `json:"iterations"`
	// ToolCalls are in the order in which the model wrote them.
	ToolCalls      []ToolCall   `json:"toolCalls"`
	TotalToolCalls int          `json:"totalToolCalls"`
	Changes        []FileChange `json:"changes"`
	// Plan is the result of a turn in mode "plan", to be approved by the user.
	Plan       []PlanEntry `json:"plan,omitzero"`
	Usage      Usage       `json:"usage"`
	DurationMs int64       `json:"durationMs"`
	Model      string      `json:"model"`
}

// ChatError is why a turn failed, and what can be done about it.
type ChatError struct {
	Code       ErrorCode `json:"code"`
	Message    string    `json:"message"`
	Suggestion string    `json:"suggestion,omitzero"`
}

// ToolCall is one tool call of a turn and its outcome.
type ToolCall struct {
	ToolCallID string `json:"toolCallId"`
	Tool       string `json:"tool"`
	Args       Object `json:"args"`
	// Reasoning is the reason that the model gives for the call.
	Reasoning string `json:"reasoning,omitzero"`
	Success   bool   `json:"success"`
	// DurationMs excludes the wait for the user's consent.
	DurationMs int64 `json:"durationMs"`
	// Cached reports whether the result of an earlier call was returned.
	Cached bool   `json:"cached,omitzero"`
	Error  string `json:"error,omitzero"`
}

// ChangeKind is what was done to a file.
type ChangeKind string

// The kinds of change.
const (
	ChangeCreate ChangeKind = "create"
	ChangeEdit   ChangeKind = "edit"
	ChangeDelete ChangeKind = "delete"
)

// FileChange is the change of one file by a turn.
type FileChange struct {
	URI  string     `json:"uri"`
	Kind ChangeKind `json:"kind"`
	// Added counts lines.
	Added int `json:"added"`
	// Removed counts lines.
	Removed int `json:"removed"`
}

// Usage counts the tokens of a turn.
type Usage struct {
	InputTokens  int `json:"inputTokens"`
	OutputTokens int `json:"outputTokens"`
	CachedTokens int `json:"cachedTokens,omitzero"`
	// Estimated reports that the tokens were counted by the server, since the provider reported no usage.
	Estimated bool    `json:"estimated,omitzero"`
	CostUSD   float64 `json:"costUsd,omitzero"`
	// CostEstimated reports that the price is from a built-in table, or that the tokens are estimated.
	CostEstimated bool `json:"costEstimated,omitzero"`
	// ContextTokens is the size of the last prompt.
	ContextTokens int `json:"contextTokens"`
	// ContextWindow is the number of tokens that the model accepts; 0 if unknown.
	ContextWindow int `json:"contextWindow"`
	// Parts are the parts of the last prompt.
	Parts []PromptPart `json:"parts,omitzero"`
}

// PromptPartName names a part of a prompt.
type PromptPartName string

// The parts of a prompt.
const (
	PartSystem      PromptPartName = "system"      // the role of the assistant and its tools
	PartRules       PromptPartName = "rules"       // instructions of the user and of the workspace
	PartHistory     PromptPartName = "history"     // messages and tool calls
	PartResults     PromptPartName = "results"     // results of tools
	PartAttachments PromptPartName = "attachments" // attachments of the turn's message
)

// PromptPart is the size of a part of a prompt.
type PromptPart struct {
	Name   PromptPartName `json:"name"`
	Tokens int            `json:"tokens"`
	// Budget is the limit of the settings and the context window; omitted if there is none.
	Budget int `json:"budget,omitzero"`
}
