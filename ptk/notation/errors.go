package notation

import "fmt"

// Code is a stable word for what is wrong with a call; the codes are those of the protocol's ErrorCode.
type Code string

// The codes that the notation itself gives.
const (
	ParseError      Code = "PARSE_ERROR"       // the call can't be read
	InvalidToolCall Code = "INVALID_TOOL_CALL" // it can be read, but is no call: no name, or arguments that don't fit
	ToolNotFound    Code = "TOOL_NOT_FOUND"    // no tool of that name
)

// Error is a call that can't be used, told so that the model can write it right.
type Error struct {
	// Code is one of the constants above.
	Code Code
	// Message says what is wrong, what was expected and the closest names, in words for the model.
	Message string
	// Offset is the byte offset in the message at which it went wrong.
	Offset int
	// Line and Column are the same place, counted from 1; the column in runes.
	Line, Column int
	// Tool is the tool that was meant, where that much could be read.
	Tool string
}

// Error gives the message with its place.
func (e *Error) Error() string {
	return fmt.Sprintf("%s at line %d, column %d: %s", e.Code, e.Line, e.Column, e.Message)
}
