package record

import (
	"encoding/json"
	"time"
)

// TurnStart is the first event of a turn.
type TurnStart struct {
	ConversationID string `json:"ConversationID"`
	TurnID         string `json:"TurnID"`
	Model          string `json:"Model"`
	MaxIterations  int    `json:"MaxIterations"`
}

// Iteration is an event: the kind of answer that the model gives.
type Iteration struct {
	N              int    `json:"N"`
	Type           string `json:"Type"`
	ToolCallsSoFar int    `json:"ToolCallsSoFar"`
}

// ToolCallStart is an event: a call begins.
type ToolCallStart struct {
	ID        string          `json:"ID"`
	Tool      string          `json:"Tool"`
	Title     string          `json:"Title"`
	Kind      string          `json:"Kind"`
	Args      json.RawMessage `json:"Args"`
	Reasoning string          `json:"Reasoning"`
	Locations []Location      `json:"Locations"`
}

// Location is a place that a call is about.
type Location struct {
	Path string `json:"Path"`
	Line int    `json:"Line"`
}

// ToolOutput is an event: a piece of a running tool's output.
type ToolOutput struct {
	ID    string `json:"ID"`
	Chunk string `json:"Chunk"`
}

// ToolResult is an event: the outcome of a call.
type ToolResult struct {
	ID       string          `json:"ID"`
	Tool     string          `json:"Tool"`
	Duration time.Duration   `json:"Duration"`
	Fields   json.RawMessage `json:"Fields,omitempty"`
	Err      *ToolError      `json:"Err,omitempty"`
	Preview  []string        `json:"Preview,omitempty"`
	DiffPath string          `json:"DiffPath,omitempty"`
	Diff     string          `json:"Diff,omitempty"`
	Changes  []Change        `json:"Changes,omitempty"`
	Cached   bool            `json:"Cached,omitempty"`
}

// ToolError is the reason for which a call failed.
type ToolError struct {
	Type       string `json:"Type"`
	Code       string `json:"Code"`
	Message    string `json:"Message"`
	Suggestion string `json:"Suggestion"`
	Rejected   bool   `json:"Rejected,omitempty"`
	Feedback   string `json:"Feedback,omitempty"`
}

// UserMessage is an event: a message that the user sent while the turn ran.
type UserMessage struct {
	Text        string       `json:"Text"`
	Attachments []Attachment `json:"Attachments,omitzero"`
}

// Plan is an event: the whole plan.
type Plan struct {
	Entries []PlanEntry `json:"Entries"`
}

// PlanEntry is one step of a plan.
type PlanEntry struct {
	Content  string `json:"content"`
	Priority string `json:"priority"`
	Status   string `json:"status"`
}

// Retry is an event: the model is asked again after a failure.
type Retry struct {
	Attempt int           `json:"Attempt"`
	Of      int           `json:"Of,omitempty"`
	Delay   time.Duration `json:"Delay"`
	Reason  string        `json:"Reason"`
	Model   string        `json:"Model"`
}

// UsageUpdate is an event: what the turn has used so far.
type UsageUpdate struct {
	Usage Usage `json:"Usage"`
}

// Warning is an event: a problem that did not end the turn.
type Warning struct {
	Code    string `json:"Code"`
	Message string `json:"Message"`
}
