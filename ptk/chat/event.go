package chat

import (
	"encoding/json"
	"time"

	"ptk-lsp/tools"
)

// Event is one thing that happens in a turn, sent in order to the function that a caller of Chat passes.
// The set is closed: the types of this file. Package lsp/wire converts them to the protocol's ChatEvent.
//
//sumtype:decl
type Event interface{ event() }

// TurnStart is the first event of every turn.
type TurnStart struct {
	ConversationID, TurnID, Model string
	MaxIterations                 int // limit of requests to the model
}

// Iteration reports what kind of answer the model gives: at its first tool call, or at its end if it has none.
type Iteration struct {
	N              int    // counted from 1
	Type           string // "text" or "tool_call"
	ToolCallsSoFar int    // before this answer
}

// Text is a piece of the answer.
type Text struct{ Text string }

// Reasoning is a piece of the model's thoughts before its answer.
type Reasoning struct{ Text string }

// ToolCallStart reports that a tool call was read and begins.
type ToolCallStart struct {
	ID, Tool, Title string
	Kind            tools.Kind
	Args            json.RawMessage
	Reasoning       string
	Locations       []tools.Location
}

// ToolOutput is a piece of a running tool's output.
type ToolOutput struct{ ID, Chunk string }

// ToolResult reports the outcome of a tool call.
type ToolResult struct {
	ID, Tool string
	Result   *tools.Result
	Duration time.Duration // without the waits for the user's consent
}

// PlanEntry is a step of a plan, in the terms of the Agent Client Protocol.
type PlanEntry struct {
	Content  string `json:"content"`
	Priority string `json:"priority"` // "high", "medium" or "low"
	Status   string `json:"status"`   // "pending", "in_progress" or "completed"
}

// Plan is the whole plan in its current state.
type Plan struct{ Entries []PlanEntry }

// Retry reports that the request is sent again after a failure.
type Retry struct {
	Attempt int // the one that failed, counted from 1
	Of      int // the attempts that are made at most; 0 if unknown
	Delay   time.Duration
	Reason  string
	Model   string // the model that takes over, "provider/model"; "" if the model stays the same
}

// UserMessage is a message that the user sent while the turn ran; the next request includes it.
type UserMessage struct {
	Text        string
	Attachments []Attachment
}

// UsageUpdate reports what the turn has used so far.
type UsageUpdate struct{ Usage Usage }

// Warning reports a problem that does not end the turn.
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
