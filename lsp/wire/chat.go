package wire

// Mode says how far a turn may go.
type Mode string

// The modes.
const (
	ModeAsk   Mode = "ask"   // tools that only read
	ModePlan  Mode = "plan"  // makes a plan and stops
	ModeAgent Mode = "agent" // all tools; the default
)

// ChatParams ask for one turn of a conversation.
type ChatParams struct {
	// Message is what the user says; it may be empty beside a plan.
	Message string `json:"message"`
	// ConversationID is the conversation to go on with; left out, a new one begins.
	ConversationID string       `json:"conversationId,omitzero"`
	Attachments    []Attachment `json:"attachments,omitzero"`
	// Model is "provider/model"; left out, the current one.
	Model string `json:"model,omitzero"`
	// Mode is "agent" where it is left out.
	Mode Mode `json:"mode,omitzero"`
	// Plan is a plan that the user has approved, perhaps changed; the turn, of the mode "agent", carries it out.
	Plan []PlanEntry `json:"plan,omitzero"`
	// Tools are the names offered in this turn; left out, all of the mode; empty, none.
	Tools       []string `json:"tools,omitzero"`
	Temperature *float64 `json:"temperature,omitzero"`
	// MaxIterations bounds the model calls of the turn; 10 where neither this nor the settings say.
	MaxIterations *int `json:"maxIterations,omitzero"`
	// MaxToolCalls bounds the tool calls of the turn; 20 where neither this nor the settings say.
	MaxToolCalls *int `json:"maxToolCalls,omitzero"`
	// TimeoutMs bounds the whole turn.
	TimeoutMs *int `json:"timeoutMs,omitzero"`
	// WorkDoneToken is where LSP's work-done progress goes.
	WorkDoneToken ProgressToken `json:"workDoneToken,omitzero"`
	// PartialResultToken is where the ChatEvents go.
	PartialResultToken ProgressToken `json:"partialResultToken,omitzero"`
}

// Attachment goes along with a message: a file by its uri, a text with a name, or a picture with a name.
type Attachment struct {
	URI string `json:"uri,omitzero"`
	// Range is the piece of the file that is meant; left out for the whole.
	Range *Range `json:"range,omitzero"`
	Name  string `json:"name,omitzero"`
	Text  string `json:"text,omitzero"`
	// MIMEType says what Data is: image/png, image/jpeg, image/gif or image/webp.
	MIMEType string `json:"mimeType,omitzero"`
	// Data is a picture in base64, at most 5 MiB when decoded.
	Data string `json:"data,omitzero"`
}

// ChatResult is what a turn came to. A turn that fails is a result too.
type ChatResult struct {
	ConversationID string `json:"conversationId"`
	TurnID         string `json:"turnId"`
	Success        bool   `json:"success"`
	// Content is the final answer, Markdown without any protocol tag.
	Content string     `json:"content"`
	Error   *ChatError `json:"error,omitzero"`
	// Iterations counts the model calls.
	Iterations int `json:"iterations"`
	// ToolCalls stand in the order in which the model wrote them.
	ToolCalls      []ToolCall   `json:"toolCalls"`
	TotalToolCalls int          `json:"totalToolCalls"`
	Changes        []FileChange `json:"changes"`
	// Plan is what a turn of the mode "plan" came to, to be approved.
	Plan       []PlanEntry `json:"plan,omitzero"`
	Usage      Usage       `json:"usage"`
	DurationMs int64       `json:"durationMs"`
	Model      string      `json:"model"`
}

// ChatError says why a turn failed and what can be done about it.
type ChatError struct {
	Code       ErrorCode `json:"code"`
	Message    string    `json:"message"`
	Suggestion string    `json:"suggestion,omitzero"`
}

// ToolCall is one call of a turn and what came of it.
type ToolCall struct {
	ToolCallID string `json:"toolCallId"`
	Tool       string `json:"tool"`
	Args       Object `json:"args"`
	// Reasoning is the model's own word on why it calls.
	Reasoning  string `json:"reasoning,omitzero"`
	Success    bool   `json:"success"`
	DurationMs int64  `json:"durationMs"`
	// Cached is true where an earlier result was given again.
	Cached bool   `json:"cached,omitzero"`
	Error  string `json:"error,omitzero"`
}

// ChangeKind says what was done to a file.
type ChangeKind string

// The kinds of change.
const (
	ChangeCreate ChangeKind = "create"
	ChangeEdit   ChangeKind = "edit"
	ChangeDelete ChangeKind = "delete"
)

// FileChange is what a turn did to one file.
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
	// Estimated is true where the provider reports no usage and it was counted here.
	Estimated bool    `json:"estimated,omitzero"`
	CostUSD   float64 `json:"costUsd,omitzero"`
	// CostEstimated is true where the price is that of a built-in table, or the tokens were counted here.
	CostEstimated bool `json:"costEstimated,omitzero"`
	// ContextTokens is the size of the last prompt.
	ContextTokens int `json:"contextTokens"`
	// ContextWindow is what the model can take; 0 where unknown.
	ContextWindow int `json:"contextWindow"`
	// Parts tell what the last prompt was made of.
	Parts []PromptPart `json:"parts,omitzero"`
}

// PromptPartName says which part of a prompt is counted.
type PromptPartName string

// The parts of a prompt.
const (
	PartSystem      PromptPartName = "system"      // who the assistant is and what it may call
	PartRules       PromptPartName = "rules"       // instructions of the user and of the workspace
	PartHistory     PromptPartName = "history"     // what was said, calls included
	PartResults     PromptPartName = "results"     // of tools
	PartAttachments PromptPartName = "attachments" // to the turn's message
)

// PromptPart is how much of a prompt one of its parts takes.
type PromptPart struct {
	Name   PromptPartName `json:"name"`
	Tokens int            `json:"tokens"`
	// Budget is what it may take, by the settings and the window; left out for as much as fits.
	Budget int `json:"budget,omitzero"`
}
