package chat

// StopReason is why a turn ended.
type StopReason string

// The reasons.
const (
	StopDone      StopReason = "done"      // the model has answered
	StopPaused    StopReason = "paused"    // a limit was reached; the user can let the turn continue
	StopCancelled StopReason = "cancelled" // the user stopped the turn
	StopFailed    StopReason = "failed"
)

// StopReason returns why the turn ended.
func (r *Result) StopReason() StopReason {
	switch {
	case r.Cancelled:
		return StopCancelled
	case r.Error == nil:
		return StopDone
	case r.Error.IsLimit():
		return StopPaused
	}
	return StopFailed
}

// IsLimit reports whether the turn ended because it reached one of its limits: nothing failed, and the turn can continue.
func (e *Error) IsLimit() bool {
	switch e.Code {
	case MaxIterationsReached, MaxToolCallsReached, MaxCostReached, Timeout:
		return true
	case ToolNotFound, InvalidToolCall, ToolExecutionFailed, LLMCallFailed, ParseError, DuplicateToolCall, ContextOverflow:
	}
	return false
}
