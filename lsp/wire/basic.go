package wire

import "encoding/json"

// Object is a JSON object of any shape.
type Object = json.RawMessage

// Any is any JSON value.
type Any = json.RawMessage

// ProgressToken is a number or a string that identifies a progress.
type ProgressToken = json.RawMessage

// Position is a position in a document, as in LSP.
type Position struct {
	// Line is counted from 0.
	Line uint32 `json:"line"`
	// Character is counted from 0, in UTF-16 code units unless another encoding was negotiated.
	Character uint32 `json:"character"`
}

// Range is a range in a document, as in LSP; its end is exclusive.
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// Location is a file, or a line of it, that a call reads or changes.
type Location struct {
	URI string `json:"uri"`
	// Line is counted from 1; omitted for the whole file.
	Line int `json:"line,omitzero"`
}

// FileDiff is what a call changed, or would change, in a file.
type FileDiff struct {
	URI string `json:"uri"`
	// Unified is a unified diff.
	Unified string `json:"unified"`
}

// ToolKind is the kind of a tool; the values are those of ACP.
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

// ToolErrorType is the type of the error of a failed call.
type ToolErrorType string

// The types of tool errors.
const (
	ValidationError ToolErrorType = "validation_error"
	UserError       ToolErrorType = "user_error"
	SystemError     ToolErrorType = "system_error"
	PermissionError ToolErrorType = "permission_error"
	SecurityError   ToolErrorType = "security_error"
)

// ErrorCode is the reason why a turn failed.
type ErrorCode string

// The codes of failed turns.
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
