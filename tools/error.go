package tools

import (
	"context"
	"errors"
	"io/fs"

	"ptk-lsp/workspace"
)

// ErrorType says who can fix an error.
type ErrorType string

// The types of error.
const (
	ValidationError ErrorType = "validation_error"
	UserError       ErrorType = "user_error"
	SystemError     ErrorType = "system_error"
	PermissionError ErrorType = "permission_error"
	SecurityError   ErrorType = "security_error"
)

// Error is the error of a failed call, as the model gets it.
type Error struct {
	Type ErrorType
	// Code is "" for most errors.
	Code       ErrorCode
	Message    string
	Suggestion string
	Rejected   bool   // by the user
	Feedback   string // what the user said to that; may be empty
	Cause      error
}

// Error returns the message.
func (e *Error) Error() string { return e.Message }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Cause }

// asError converts an error for the model. Errors of the workspace get their type and a suggestion.
func asError(err error) *Error {
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	e = &Error{Type: SystemError, Message: err.Error(), Cause: err}
	switch {
	case errors.Is(err, workspace.ErrOutside):
		e.Type, e.Suggestion = SecurityError, "Use a path inside the workspace's folders."
	case errors.Is(err, fs.ErrNotExist):
		e.Type, e.Suggestion = UserError, "Use list_files or search_code to find the right path."
	case errors.Is(err, workspace.ErrDirectory):
		e.Type, e.Suggestion = UserError, "Use list_files to see what is in it."
	case errors.Is(err, workspace.ErrStale), errors.Is(err, workspace.ErrUnsaved):
		e.Type, e.Suggestion = UserError, "Read the file again and make the change against what it holds now."
	case errors.Is(err, fs.ErrExist):
		e.Type, e.Suggestion = UserError, "Choose another path, or read the file that is there."
	case errors.Is(err, fs.ErrPermission):
		e.Type = PermissionError
	case errors.Is(err, context.DeadlineExceeded):
		e.Code, e.Message, e.Suggestion = CodeTimeout, "The call took longer than it may.", "Ask for less at a time."
	case errors.Is(err, context.Canceled):
		e.Message = "The call was cancelled."
	}
	return e
}
