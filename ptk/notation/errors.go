package notation

import "fmt"

// Code identifies what is wrong with a call. The codes are those of the protocol's ErrorCode.
type Code string

// The codes of the notation.
const (
	ParseError      Code = "PARSE_ERROR"       // the call can't be read
	InvalidToolCall Code = "INVALID_TOOL_CALL" // it has no name, or its arguments don't fit
	ToolNotFound    Code = "TOOL_NOT_FOUND"    // there is no tool with this name
)

// Error is a call that can't be used, with a message from which the model can correct it.
type Error struct {
	// Code is one of the constants above.
	Code Code
	// Message is for the model: what is wrong, what was expected, and the closest names.
	Message string
	// Offset is the byte offset of the error in the message.
	Offset int
	// Line and Column are the same position, counted from 1; the column in runes.
	Line, Column int
	// Tool is the name of the tool, if it could be read.
	Tool string
}

// Error returns the message with its position.
func (e *Error) Error() string {
	return fmt.Sprintf("%s at line %d, column %d: %s", e.Code, e.Line, e.Column, e.Message)
}
