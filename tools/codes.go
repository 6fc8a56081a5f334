package tools

// ErrorCode says in a result what kind of error a failed call is, for models and clients that match on it. Most errors have
// none: their [ErrorType] and message are enough. docs/tools.md lists all codes; a test compares the two.
type ErrorCode string

// The codes that tools and their manager set.
const (
	CodeToolNotFound ErrorCode = "TOOL_NOT_FOUND"        // no tool has the name
	CodeInvalidCall  ErrorCode = "INVALID_TOOL_CALL"     // the arguments don't fit the tool
	CodeFailed       ErrorCode = "TOOL_EXECUTION_FAILED" // the tool itself broke down
	CodeDuplicate    ErrorCode = "DUPLICATE_TOOL_CALL"   // the same call had the same result several times in this turn
	CodeTimeout      ErrorCode = "TIMEOUT"               // the call took longer than it may
)

// The codes of results that are made from other errors: of a call that could not be read, and of the turn of an agent.
const (
	CodeUnreadable      ErrorCode = "PARSE_ERROR"            // the call can't be read
	CodeMaxIterations   ErrorCode = "MAX_ITERATIONS_REACHED" // the agent asked its model too often
	CodeMaxToolCalls    ErrorCode = "MAX_TOOL_CALLS_REACHED" // the agent called too many tools
	CodeModelFailed     ErrorCode = "LLM_CALL_FAILED"        // the agent's model failed
	CodeContextOverflow ErrorCode = "CONTEXT_OVERFLOW"       // the agent's conversation is larger than the context of its model
)
