package turn

import (
	"encoding/json"
	"time"

	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/notation"
	"ptk-lsp/tools"
)

// call is a tool call of an answer, from the model's text to its result.
type call struct {
	record   chat.Call
	spec     tools.Spec
	result   *tools.Result
	took     time.Duration // without the waits for the user's consent
	loose    bool          // read from something less exact than tags
	unusable bool          // can't be read, names no tool, or doesn't match its schema: the model has to write it again
	touches  footprint
	free     bool          // waits for no other call
	began    chan struct{} // closed when its start was reported
	done     chan struct{} // closed when it has a result
}

// unreadable returns a call that the parser could not read, so that the model gets the error.
func unreadable(e *notation.Error) *call {
	return &call{unusable: true, result: failed(tools.ValidationError, string(e.Code), e.Error())}
}

func failed(t tools.ErrorType, code, message string) *tools.Result {
	return &tools.Result{Err: &tools.Error{Type: t, Code: tools.ErrorCode(code), Message: message}}
}

// code returns the error code of the result, or "".
func (c *call) code() string {
	if c.result == nil || c.result.Err == nil {
		return ""
	}
	return string(c.result.Err.Code)
}

// forModel returns the result as the model sees it.
func (c *call) forModel() chat.CallResult {
	if c.unusable {
		return chat.Refused(c.record, c.result.Err)
	}
	return chat.ResultOf(c.record, c.result)
}

// forResult returns the call as the result of the turn lists it.
func (c *call) forResult() chat.ToolCall {
	out := chat.ToolCall{
		ID: c.record.ID, Tool: c.record.Tool, Args: c.record.Args, Reasoning: c.record.Reasoning,
		Success: c.result.Success(), Duration: c.took, Cached: c.result.Cached,
	}
	if c.result.Err != nil {
		out.Error = c.result.Err.Message
	}
	return out
}

// refuse sets the result of an unusable call. Arguments that are not JSON are dropped: the history and the protocol hold only
// valid calls.
func (c *call) refuse(err *notation.Error) {
	c.unusable = true
	c.result = failed(tools.ValidationError, string(err.Code), err.Message)
	if !json.Valid(c.record.Args) {
		c.record.Args = json.RawMessage("{}")
	}
}
