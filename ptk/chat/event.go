package chat

import (
	"encoding/json"
	"time"

	"ptk-lsp/tools"
)

// Event is one thing that happens in a turn, sent in order to the function that a caller of Chat passes.
// The set is closed: the types of this file. Package lsp/wire converts them to the protocol's ChatEvent.
type Event interface{ event() }

// TurnStart is the first event of every turn.
type TurnStart struct {
	ConversationID, TurnID, Model string
	MaxIterations                 int // how often the model may be asked
}

// Iteration tells what sort of answer the model gives: at its first call, or at its end where it has none.
type Iteration struct {
	N              int    // counted from 1
	Type           string // "text" or "tool_call"
	ToolCallsSoFar int    // before this answer
}

// Text is a piece of the answer.
type Text struct{ Text string }

// Reasoning is a piece of what the model thinks before it answers.
type Reasoning struct{ Text string }

// ToolCallStart tells that a call was read and is on its way.
type ToolCallStart struct {
	ID, Tool, Title string
	Kind            tools.Kind
	Args            json.RawMessage
	Reasoning       string
	Locations       []tools.Location
}

// ToolOutput is a piece of a running tool's output.
type ToolOutput struct{ ID, Chunk string }

// ToolResult tells what a call came to.
type ToolResult struct {
	ID, Tool string
	Result   *tools.Result
	Duration time.Duration
}

// PlanEntry is one step of a plan; the words are ACP's.
type PlanEntry struct {
	Content  string `json:"content"`
	Priority string `json:"priority"` // "high", "medium" or "low"
	Status   string `json:"status"`   // "pending", "in_progress" or "completed"
}

// Plan is the whole plan as it now stands.
type Plan struct{ Entries []PlanEntry }

// Retry tells that the model is about to be asked again after a failure.
type Retry struct {
	Attempt int
	Delay   time.Duration
	Reason  string
	Model   string // the model that is asked from here on, "provider/model", where it is another; else ""
}

// UserMessage is something that the user said while the turn ran, told to the model from here on.
type UserMessage struct{ Text string }

// UsageUpdate tells what the turn has used so far.
type UsageUpdate struct{ Usage Usage }

// Warning tells of something that the user should know and the turn goes on in spite of.
type Warning struct{ Code, Message string }

func (TurnStart) event()     {}
func (Iteration) event()     {}
func (Text) event()          {}
func (Reasoning) event()     {}
func (ToolCallStart) event() {}
func (ToolOutput) event()    {}
func (ToolResult) event()    {}
func (Plan) event()          {}
func (Retry) event()         {}
func (UserMessage) event()   {}
func (UsageUpdate) event()   {}
func (Warning) event()       {}
