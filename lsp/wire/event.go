package wire

// ChatEvent is one thing that happens in a turn, the value of a $/progress. Its kind tells which.
type ChatEvent interface{ chatEvent() }

// TurnStartEvent is the first event of every turn.
type TurnStartEvent struct {
	Kind           string `json:"kind" is:"turn_start"`
	ConversationID string `json:"conversationId"`
	TurnID         string `json:"turnId"`
	Model          string `json:"model"`
}

// IterationType says what sort of answer the model gives.
type IterationType string

// The types of iteration.
const (
	IterationText     IterationType = "text"
	IterationToolCall IterationType = "tool_call"
)

// IterationEvent tells what sort of answer the model gives: at its first call, or at its end where it has none.
type IterationEvent struct {
	Kind string `json:"kind" is:"iteration"`
	// Iteration is counted from 1.
	Iteration int           `json:"iteration"`
	Type      IterationType `json:"type"`
	// ToolCallsSoFar counts those before this answer.
	ToolCallsSoFar int `json:"toolCallsSoFar"`
}

// TextEvent is a piece of the answer; the pieces of the last iteration make up the result's content.
type TextEvent struct {
	Kind string `json:"kind" is:"text"`
	Text string `json:"text"`
}

// ReasoningEvent is a piece of what the model thinks before it answers.
type ReasoningEvent struct {
	Kind string `json:"kind" is:"reasoning"`
	Text string `json:"text"`
}

// ToolCallEvent tells that a call was read and is on its way.
type ToolCallEvent struct {
	Kind       string `json:"kind" is:"tool_call"`
	ToolCallID string `json:"toolCallId"`
	Tool       string `json:"tool"`
	// Title says on one line what the call does.
	Title     string     `json:"title"`
	ToolKind  ToolKind   `json:"toolKind"`
	Args      Object     `json:"args"`
	Reasoning string     `json:"reasoning,omitzero"`
	Locations []Location `json:"locations,omitzero"`
}

// ToolOutputEvent is a piece of a running tool's output.
type ToolOutputEvent struct {
	Kind       string `json:"kind" is:"tool_output"`
	ToolCallID string `json:"toolCallId"`
	Chunk      string `json:"chunk"`
}

// ToolResultEvent tells what a call came to.
type ToolResultEvent struct {
	Kind       string `json:"kind" is:"tool_result"`
	ToolCallID string `json:"toolCallId"`
	Tool       string `json:"tool"`
	Success    bool   `json:"success"`
	// Preview are a few lines for a person.
	Preview    []string      `json:"preview"`
	DurationMs int64         `json:"durationMs"`
	Cached     bool          `json:"cached,omitzero"`
	Error      string        `json:"error,omitzero"`
	ErrorType  ToolErrorType `json:"errorType,omitzero"`
	Suggestion string        `json:"suggestion,omitzero"`
	Diff       *FileDiff     `json:"diff,omitzero"`
}

// PlanPriority says how much a step of a plan matters; the words are ACP's.
type PlanPriority string

// The priorities.
const (
	PriorityHigh   PlanPriority = "high"
	PriorityMedium PlanPriority = "medium"
	PriorityLow    PlanPriority = "low"
)

// PlanStatus says how far a step of a plan is; the words are ACP's.
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

// PlanEvent is the whole plan as it now stands.
type PlanEvent struct {
	Kind    string      `json:"kind" is:"plan"`
	Entries []PlanEntry `json:"entries"`
}

// UserMessageEvent is something that the user said while the turn ran, by ptk/steer.
type UserMessageEvent struct {
	Kind string `json:"kind" is:"user_message"`
	Text string `json:"text"`
}

// RetryEvent tells that the model is about to be asked again after a failure.
type RetryEvent struct {
	Kind    string `json:"kind" is:"retry"`
	Attempt int    `json:"attempt"`
	DelayMs int64  `json:"delayMs"`
	Reason  string `json:"reason"`
	// Model is the one that is asked from here on, where it is another.
	Model string `json:"model,omitzero"`
}

// UsageEvent tells what the turn has used so far.
type UsageEvent struct {
	Kind  string `json:"kind" is:"usage"`
	Usage Usage  `json:"usage"`
}

// WarningEvent tells of something that the user should know and the turn goes on in spite of.
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
