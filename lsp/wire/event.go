package wire

// ChatEvent is an event of a turn, the value of a $/progress notification. Kind is its type.
type ChatEvent interface{ chatEvent() }

// TurnStartEvent is the first event of every turn.
type TurnStartEvent struct {
	Kind           string `json:"kind" is:"turn_start"`
	ConversationID string `json:"conversationId"`
	TurnID         string `json:"turnId"`
	Model          string `json:"model"`
}

// IterationType is the type of the model's response.
type IterationType string

// The types of iteration.
const (
	IterationText     IterationType = "text"
	IterationToolCall IterationType = "tool_call"
)

// IterationEvent is sent at the first tool call of a response, or at its end if it has none.
type IterationEvent struct {
	Kind string `json:"kind" is:"iteration"`
	// Iteration is counted from 1.
	Iteration int           `json:"iteration"`
	Type      IterationType `json:"type"`
	// ToolCallsSoFar is the number of tool calls before this response.
	ToolCallsSoFar int `json:"toolCallsSoFar"`
}

// TextEvent is a chunk of the response; the chunks of the last iteration are the result's content.
type TextEvent struct {
	Kind string `json:"kind" is:"text"`
	Text string `json:"text"`
}

// ReasoningEvent is a chunk of the model's reasoning.
type ReasoningEvent struct {
	Kind string `json:"kind" is:"reasoning"`
	Text string `json:"text"`
}

// ToolCallEvent is sent when a tool call starts.
type ToolCallEvent struct {
	Kind       string `json:"kind" is:"tool_call"`
	ToolCallID string `json:"toolCallId"`
	Tool       string `json:"tool"`
	// Title describes the call on one line.
	Title     string     `json:"title"`
	ToolKind  ToolKind   `json:"toolKind"`
	Args      Object     `json:"args"`
	Reasoning string     `json:"reasoning,omitzero"`
	Locations []Location `json:"locations,omitzero"`
}

// ToolOutputEvent is a chunk of a running tool's output.
type ToolOutputEvent struct {
	Kind       string `json:"kind" is:"tool_output"`
	ToolCallID string `json:"toolCallId"`
	Chunk      string `json:"chunk"`
}

// ToolResultEvent is the result of a tool call.
type ToolResultEvent struct {
	Kind       string `json:"kind" is:"tool_result"`
	ToolCallID string `json:"toolCallId"`
	Tool       string `json:"tool"`
	Success    bool   `json:"success"`
	// Preview are a few lines for the user.
	Preview []string `json:"preview"`
	// DurationMs excludes the wait for the user's consent.
	DurationMs int64         `json:"durationMs"`
	Cached     bool          `json:"cached,omitzero"`
	Error      string        `json:"error,omitzero"`
	ErrorType  ToolErrorType `json:"errorType,omitzero"`
	Suggestion string        `json:"suggestion,omitzero"`
	// Rejected reports that the user did not allow the call.
	Rejected bool `json:"rejected,omitzero"`
	// Feedback is what the user said when rejecting it.
	Feedback string    `json:"feedback,omitzero"`
	Diff     *FileDiff `json:"diff,omitzero"`
}

// PlanPriority is the priority of a step of a plan; the values are those of ACP.
type PlanPriority string

// The priorities.
const (
	PriorityHigh   PlanPriority = "high"
	PriorityMedium PlanPriority = "medium"
	PriorityLow    PlanPriority = "low"
)

// PlanStatus is the status of a step of a plan; the values are those of ACP.
type PlanStatus string

// The states.
const (
	StatusPending    PlanStatus = "pending"
	StatusInProgress PlanStatus = "in_progress"
	StatusCompleted  PlanStatus = "completed"
)

// PlanEntry is one step of a plan.
type PlanEntry struct {
	Content  string       `json:"content"`
	Priority PlanPriority `json:"priority"`
	Status   PlanStatus   `json:"status"`
}

// PlanEvent is the complete current plan.
type PlanEvent struct {
	Kind    string      `json:"kind" is:"plan"`
	Entries []PlanEntry `json:"entries"`
}

// UserMessageEvent is a message that the user sent during the turn with ptk/steer.
type UserMessageEvent struct {
	Kind        string       `json:"kind" is:"user_message"`
	Text        string       `json:"text"`
	Attachments []Attachment `json:"attachments,omitzero"`
}

// RetryEvent is sent before the model is asked again after an error.
type RetryEvent struct {
	Kind string `json:"kind" is:"retry"`
	// Attempt is the one that failed, counted from 1.
	Attempt int `json:"attempt"`
	// Of is the number of attempts that are made at most; omitted if unknown.
	Of int `json:"of,omitzero"`
	// DelayMs is the wait before the next attempt.
	DelayMs int64  `json:"delayMs"`
	Reason  string `json:"reason"`
	// Model is the model that is asked from now on, if it is another one.
	Model string `json:"model,omitzero"`
}

// UsageEvent is the usage of the turn so far.
type UsageEvent struct {
	Kind  string `json:"kind" is:"usage"`
	Usage Usage  `json:"usage"`
}

// WarningEvent is a warning for the user; the turn continues.
type WarningEvent struct {
	Kind    string `json:"kind" is:"warning"`
	Code    string `json:"code"`
	Message string `json:"message"`
}

func (TurnStartEvent) chatEvent()   {}
func (IterationEvent) chatEvent()   {}
func (TextEvent) chatEvent()        {}
func (ReasoningEvent) chatEvent()   {}
func (ToolCallEvent) chatEvent()    {}
func (ToolOutputEvent) chatEvent()  {}
func (ToolResultEvent) chatEvent()  {}
func (PlanEvent) chatEvent()        {}
func (UserMessageEvent) chatEvent() {}
func (RetryEvent) chatEvent()       {}
func (UsageEvent) chatEvent()       {}
func (WarningEvent) chatEvent()     {}
