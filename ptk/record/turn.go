package record

import (
	"encoding/json"
	"time"
)

// Request is the request for a turn.
type Request struct {
	Message        string        `json:"Message"`
	ConversationID string        `json:"ConversationID"`
	Attachments    []Attachment  `json:"Attachments"`
	Model          string        `json:"Model"`
	Mode           string        `json:"Mode"`
	Plan           []PlanEntry   `json:"Plan,omitempty"`
	Continue       bool          `json:"Continue,omitempty"`
	Tools          []string      `json:"Tools"` // null and an empty list differ
	Temperature    *float64      `json:"Temperature"`
	MaxIterations  int           `json:"MaxIterations"`
	MaxToolCalls   int           `json:"MaxToolCalls"`
	Timeout        time.Duration `json:"Timeout"` // in nanoseconds, as all durations
}

// Attachment is sent along with a message.
type Attachment struct {
	Path      string `json:"Path"`
	StartLine int    `json:"StartLine"`
	EndLine   int    `json:"EndLine"`
	Name      string `json:"Name"`
	Text      string `json:"Text"`
	MIMEType  string `json:"MIMEType,omitzero"`
	Data      []byte `json:"Data,omitzero"`
}

// Result is the outcome of a turn.
type Result struct {
	ConversationID string        `json:"ConversationID"`
	TurnID         string        `json:"TurnID"`
	Success        bool          `json:"Success"`
	Cancelled      bool          `json:"Cancelled"`
	Content        string        `json:"Content"`
	Error          *Error        `json:"Error"`
	Iterations     int           `json:"Iterations"`
	ToolCalls      []ToolCall    `json:"ToolCalls"`
	Changes        []Change      `json:"Changes"`
	Plan           []PlanEntry   `json:"Plan,omitempty"`
	Usage          Usage         `json:"Usage"`
	Duration       time.Duration `json:"Duration"`
	Model          string        `json:"Model"`
}

// Error is the reason for which a turn failed.
type Error struct {
	Code       string `json:"code"`
	Kind       string `json:"kind,omitempty"`
	Provider   string `json:"provider,omitempty"`
	Message    string `json:"message"`
	Suggestion string `json:"suggestion,omitempty"`
}

// ToolCall is one call of a turn.
type ToolCall struct {
	ID        string          `json:"ID"`
	Tool      string          `json:"Tool"`
	Args      json.RawMessage `json:"Args"`
	Reasoning string          `json:"Reasoning"`
	Success   bool            `json:"Success"`
	Duration  time.Duration   `json:"Duration"`
	Cached    bool            `json:"Cached"`
	Error     string          `json:"Error"`
}

// Change is a change of a file.
type Change struct {
	Path    string `json:"Path"`
	Kind    string `json:"Kind"`
	Added   int    `json:"Added"`
	Removed int    `json:"Removed"`
}

// Usage counts the tokens of a turn.
type Usage struct {
	InputTokens   int          `json:"InputTokens"`
	OutputTokens  int          `json:"OutputTokens"`
	CachedTokens  int          `json:"CachedTokens"`
	Estimated     bool         `json:"Estimated"`
	CostUSD       float64      `json:"CostUSD"`
	CostEstimated bool         `json:"CostEstimated"`
	ContextTokens int          `json:"ContextTokens"`
	ContextWindow int          `json:"ContextWindow"`
	Parts         []PromptPart `json:"Parts,omitempty"`
}

// PromptPart is the size of one part of a prompt.
type PromptPart struct {
	Name   string `json:"Name"`
	Tokens int    `json:"Tokens"`
	Budget int    `json:"Budget"`
}
