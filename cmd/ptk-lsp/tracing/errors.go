package tracing

import (
	"context"
	"errors"
	"io/fs"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/tools"
)

// turnFailure returns the error code of a turn, or "" if it succeeded.
func turnFailure(r *chat.Result) string {
	switch {
	case r.Cancelled:
		return "cancelled"
	case r.Error != nil:
		return string(r.Error.Code)
	}
	return ""
}

// errorType returns the type of an error. Error texts are not recorded: they may name files.
func errorType(err error) string {
	if e, ok := errors.AsType[*llm.Error](err); ok {
		return string(e.Kind)
	}
	if e, ok := errors.AsType[*tools.Error](err); ok {
		return string(e.Type)
	}
	switch {
	case errors.Is(err, context.Canceled):
		return "cancelled"
	case errors.Is(err, context.DeadlineExceeded):
		return "timeout"
	case errors.Is(err, fs.ErrNotExist):
		return "not_found"
	case errors.Is(err, fs.ErrPermission):
		return "permission"
	}
	return "other"
}
