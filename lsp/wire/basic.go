package wire

import "encoding/json"

// Object is a JSON object of any shape.
type Object = json.RawMessage

// Any is any JSON value.
type Any = json.RawMessage

// ProgressToken is a number or a string that tells progress apart.
type ProgressToken = json.RawMessage

// Position is a place in a document, as in LSP.
type Position struct {
	// Line is counted from 0.
	Line uint32 `json:"line"`
	// Character is counted from 0, in UTF-16 units unless another encoding was agreed on.
	Character uint32 `json:"character"`
}

// Range is a piece of a document, as in LSP; its end is exclusive.
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// Location is a place that a call reads or changes.
type Location struct {
	URI string `json:"uri"`
	// Line is counted from 1; left out for the whole file.
	Line int `json:"line,omitzero"`
}

// FileDiff shows what a call changed, or would change, in a file.
type FileDiff struct {
	URI string `json:"uri"`
	// Unified is a unified diff.
	Unified string `json:"unified"`
}

// ToolKind says what sort of thing a tool does; the words are ACP's.
type ToolKind string

// The kinds of tools.
const (
	KindRead    ToolKind = "read"
	KindEdit    ToolKind = "edit"
	KindDelete  ToolKind = "delete"
	KindMove    ToolKind = "move"
	KindSearch  ToolKind = "search"
	KindExecute ToolKind = "execute"
	KindThink   ToolKind = "think"
	KindFetch   ToolKind = "fetch"
	KindOther   ToolKind = "other"
)

// ToolErrorType says whose fault a failed call is.
type ToolErrorType string

// The types of tool errors.
const (
	ValidationError ToolErrorType = "validation_error"
	UserError       ToolErrorType = "user_error"
	SystemError     ToolErrorType = "system_error"
	PermissionError ToolErrorType = "permission_error"
	SecurityError   ToolErrorType = "security_error"
)

// ErrorCode says why a turn failed.
type ErrorCode string

// The codes of failed turns.
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
