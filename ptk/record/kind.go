package record

// The kinds of rows, by the type that they hold.
const (
	KindMessage = "message" // a Message of the prompt
	KindMark    = "mark"    // a Mark

	KindText        = "text"      // an event: the text itself, not JSON
	KindReasoning   = "reasoning" // an event: the text itself, not JSON
	KindTurnStart   = "turn_start"
	KindIteration   = "iteration"
	KindToolCall    = "tool_call"
	KindToolOutput  = "tool_output"
	KindToolResult  = "tool_result"
	KindUserMessage = "user_message"
	KindPlan        = "plan"
	KindRetry       = "retry"
	KindUsage       = "usage"
	KindWarning     = "warning"
)

// Paths of fields for SQLite's json_extract, in a [Request], a [ToolResult] and a [Result].
const (
	PathMessage = "$.Message"

	PathTool     = "$.Tool"
	PathDuration = "$.Duration"
	PathErr      = "$.Err"
	PathCached   = "$.Cached"

	PathModel         = "$.Model"
	PathInputTokens   = "$.Usage.InputTokens"
	PathOutputTokens  = "$.Usage.OutputTokens"
	PathCachedTokens  = "$.Usage.CachedTokens"
	PathEstimated     = "$.Usage.Estimated"
	PathCostUSD       = "$.Usage.CostUSD"
	PathCostEstimated = "$.Usage.CostEstimated"
	PathContextTokens = "$.Usage.ContextTokens"
	PathContextWindow = "$.Usage.ContextWindow"
)
