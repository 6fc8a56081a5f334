// Package chat has the words of a conversation: requests, results, messages, events, errors, and the models that answer.
// It depends on nothing that acts on them.
package chat

import (
	"encoding/json"
	"errors"
	"time"

	"ptk-lsp/tools"
)

// Mode says how far a turn may go.
type Mode string

// The modes.
const (
	ModeAsk   Mode = "ask"   // tools that only read
	ModePlan  Mode = "plan"  // makes a plan and stops
	ModeAgent Mode = "agent" // all tools; the default
)

// ErrorCode says why a turn failed; the words are the wire's.
type ErrorCode string

// The codes.
const (
	ToolNotFound         ErrorCode = "TOOL_NOT_FOUND"
	InvalidToolCall      ErrorCode = "INVALID_TOOL_CALL"
	MaxIterationsReached ErrorCode = "MAX_ITERATIONS_REACHED"
	MaxToolCallsReached  ErrorCode = "MAX_TOOL_CALLS_REACHED"
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

// Attachment is something that the user gives along with a message: a file, a piece of one, text with a name, or a picture.
type Attachment struct {
	Path               string // absolute; "" where Text or Data is given
	StartLine, EndLine int    // counted from 1, both inclusive; 0 for the whole file
	Name               string
	Text               string
	MIMEType           string // of Data
	Data               []byte // a picture: PNG, JPEG, GIF or WebP, no more than [MaxImage]
}

// MaxImage is how large a picture may be, in bytes.
const MaxImage = tools.MaxImage

// ChatRequest asks for one turn.
type Request struct {
	Message        string
	ConversationID string // "" begins a new one
	Attachments    []Attachment
	Model          string // "provider/model"; "" is the current one
	Mode           Mode   // "" is ModeAgent
	// Plan is one that the user has approved, for the turn to carry out; the message may be empty then.
	Plan []PlanEntry
	// Tools names the tools offered; nil offers all of the mode, an empty list none.
	Tools         []string
	Temperature   *float64
	MaxIterations int // 0 is the setting
	MaxToolCalls  int // 0 is the setting
	Timeout       time.Duration
}

// ChatError says why a turn failed.
type Error struct {
	Code       ErrorCode
	Message    string
	Suggestion string
}

// Error gives code and message.
func (e *Error) Error() string { return string(e.Code) + ": " + e.Message }

// ToolCall is one call of a turn and what came of it.
type ToolCall struct {
	ID        string
	Tool      string
	Args      json.RawMessage
	Reasoning string
	Success   bool
	Duration  time.Duration
	Cached    bool
	Error     string
}

// Usage counts the tokens of a turn.
type Usage struct {
	InputTokens, OutputTokens, CachedTokens int
	Estimated                               bool // counted here, since the provider reports none
	CostUSD                                 float64
	CostEstimated                           bool // by a built-in table of prices, or by tokens counted here
	ContextTokens                           int  // size of the last prompt
	ContextWindow                           int  // 0 where unknown
	// Parts tell what the last prompt was made of; none where the turn has asked nothing.
	Parts []PromptPart
}

// ChatResult is what a turn came to. A turn that fails is a result too.
type Result struct {
	ConversationID, TurnID string
	Success                bool
	// Cancelled is true where the context ended the turn.
	Cancelled  bool
	Content    string // the final answer, Markdown without protocol tags
	Error      *Error
	Iterations int
	ToolCalls  []ToolCall // in the order in which the model wrote them
	Changes    []tools.Change
	Plan       []PlanEntry // of a turn in ModePlan: what it came to
	Usage      Usage
	Duration   time.Duration
	Model      string
}
