// Package chat declares the types of a conversation: requests, results, messages, events, errors, and routes to models.
// Packages that act on them import it; it imports none of them.
package chat

import (
	"encoding/json"
	"errors"
	"time"

	"ptk-lsp/llm"
	"ptk-lsp/tools"
)

// Mode limits what a turn may do.
type Mode string

// The modes.
const (
	ModeAsk   Mode = "ask"   // tools that only read
	ModePlan  Mode = "plan"  // makes a plan and stops
	ModeAgent Mode = "agent" // all tools; the default
)

// ErrorCode is the reason for which a turn failed, as the protocol names it.
type ErrorCode string

// The codes.
const (
	ToolNotFound         ErrorCode = "TOOL_NOT_FOUND"
	InvalidToolCall      ErrorCode = "INVALID_TOOL_CALL"
	MaxIterationsReached ErrorCode = "MAX_ITERATIONS_REACHED"
	MaxToolCallsReached  ErrorCode = "MAX_TOOL_CALLS_REACHED"
	MaxCostReached       ErrorCode = "MAX_COST_REACHED"
	ToolExecutionFailed  ErrorCode = "TOOL_EXECUTION_FAILED"
	LLMCallFailed        ErrorCode = "LLM_CALL_FAILED"
	ParseError           ErrorCode = "PARSE_ERROR"
	DuplicateToolCall    ErrorCode = "DUPLICATE_TOOL_CALL"
	Timeout              ErrorCode = "TIMEOUT"
	ContextOverflow      ErrorCode = "CONTEXT_OVERFLOW"
)

// Errors of requests that are refused before a turn begins; each is wrapped with the name that was given.
var (
	ErrUnknownModel = errors.New("no such model")
	ErrBadRequest   = errors.New("bad request") // the message names the field
)

// Attachment is sent along with a message: a file, some lines of one, text with a name, or a picture.
type Attachment struct {
	Path               string // absolute; "" if Text or Data is set
	StartLine, EndLine int    // counted from 1, both inclusive; 0 for the whole file
	Name               string
	Text               string
	MIMEType           string // of Data
	Data               []byte // a picture: PNG, JPEG, GIF or WebP, no more than [MaxImage]
}

// MaxImage is the largest picture, in bytes.
const MaxImage = tools.MaxImage

// Request asks for one turn.
type Request struct {
	Message        string
	ConversationID string // "" begins a new one
	Attachments    []Attachment
	Model          string // "provider/model"; "" is the current one
	Mode           Mode   // "" is ModeAgent
	// Plan is a plan that the user has approved, for the turn to carry out; the message may then be empty.
	Plan []PlanEntry
	// Continue asks to go on with the last turn of the conversation, which is not done. The message is empty then.
	Continue bool
	// Tools lists the tools to offer; nil offers all tools of the mode, an empty list none.
	Tools         []string
	Temperature   *float64
	MaxIterations int // 0 for the setting
	MaxToolCalls  int // 0 for the setting
	Timeout       time.Duration
}

// Error is the reason for which a turn failed.
type Error struct {
	Code       ErrorCode
	Kind       llm.Kind // of the model's failure; "" if none is the cause
	Provider   string   // the one that failed, as the settings name it; "" if Kind is
	Message    string
	Suggestion string
}

// Error returns code and message.
func (e *Error) Error() string { return string(e.Code) + ": " + e.Message }

// ToolCall is a tool call of a turn and its outcome.
type ToolCall struct {
	ID        string
	Tool      string
	Args      json.RawMessage
	Reasoning string
	Success   bool
	Duration  time.Duration // without the waits for the user's consent
	Cached    bool
	Error     string
}

// Usage counts the tokens of a turn.
type Usage struct {
	InputTokens, OutputTokens, CachedTokens int
	Estimated                               bool // counted here because the provider reports no tokens
	CostUSD                                 float64
	CostEstimated                           bool // from the built-in prices, or from tokens counted here
	ContextTokens                           int  // size of the last prompt
	ContextWindow                           int  // 0 if unknown
	// Parts lists the parts of the last prompt; empty if the turn sent none.
	Parts []PromptPart
}

// Result is the outcome of a turn. A turn that fails has a result too.
type Result struct {
	ConversationID, TurnID string
	Success                bool
	// Cancelled reports whether the context ended the turn.
	Cancelled  bool
	Content    string // the final answer, Markdown without protocol tags
	Error      *Error
	Iterations int
	ToolCalls  []ToolCall // in the order in which the model wrote them
	Changes    []tools.Change
	Plan       []PlanEntry // the plan that a turn in ModePlan made
	Usage      Usage
	Duration   time.Duration // without the waits for the user's consent
	Model      string
}
