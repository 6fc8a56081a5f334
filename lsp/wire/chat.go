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
	// Message is the user's message; it may be empty if there is a plan, and is if the turn continues another.
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
	// Continue goes on with the last turn of the conversation, which is not done, from where it stands.
	Continue bool `json:"continue,omitzero"`
	// Tools are the names of the tools that are offered in this turn: all of the mode if omitted, none if empty.
	Tools       []string `json:"tools,omitzero"`
	Temperature *float64 `json:"temperature,omitzero"`
	// MaxIterations limits the model calls of the turn; the default of the settings is 50.
	MaxIterations *int `json:"maxIterations,omitzero"`
	// MaxToolCalls limits the tool calls of the turn; the default of the settings is 200.
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
	// StopReason is why the turn ended.
	StopReason StopReason `json:"stopReason,omitzero"`
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
	Plan  []PlanEntry `json:"plan,omitzero"`
	Usage Usage       `json:"usage"`
	// DurationMs excludes the waits for the user's consent.
	DurationMs int64  `json:"durationMs"`
	Model      string `json:"model"`
}

// StopReason is why a turn ended.
type StopReason string

// The reasons.
const (
	StopDone      StopReason = "done"      // the model has answered
	StopPaused    StopReason = "paused"    // a limit was reached; a turn with Continue goes on from there
	StopCancelled StopReason = "cancelled" // the user stopped the turn
	StopFailed    StopReason = "failed"    // Error says why
)

// ChatError is why a turn failed or paused, and what can be done about it.
type ChatError struct {
	Code ErrorCode `json:"code"`
	// Kind says what is wrong with the model's provider; omitted if the cause is another.
	Kind FailureKind `json:"kind,omitzero"`
	// Provider is the one that failed, as the settings name it; it comes with Kind.
	Provider   string `json:"provider,omitzero"`
	Message    string `json:"message"`
	Suggestion string `json:"suggestion,omitzero"`
}

// FailureKind classifies the failures of providers by what the user can do about them.
type FailureKind string

// The kinds of failure.
const (
	FailureAuth       FailureKind = "auth"        // no key, or the key is refused
	FailureQuota      FailureKind = "quota"       // the account has no credit or quota left
	FailureRate       FailureKind = "rate"        // too many requests in a short time
	FailureModel      FailureKind = "model"       // no such model
	FailureOverflow   FailureKind = "overflow"    // the conversation exceeds the model's window
	FailureRequest    FailureKind = "request"     // the provider rejects the request
	FailureServer     FailureKind = "server"      // the provider has a problem
	FailureNetwork    FailureKind = "network"     // the provider can't be reached
	FailureNotRunning FailureKind = "not_running" // no server listens at an address of this machine
	FailureBroken     FailureKind = "broken"      // the answer broke off
	FailureIdle       FailureKind = "idle"        // the provider stopped sending
	FailureEndless    FailureKind = "endless"     // the answer exceeded a limit
)

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
