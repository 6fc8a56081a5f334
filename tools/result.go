package tools

import (
	"encoding/json"
	"fmt"

	"ptk-lsp/workspace"
)

// Result is the result of a call.
type Result struct {
	// Fields are the tool's own fields, a struct or map that marshals to a JSON object. After a failure they are nil or
	// partial.
	Fields any
	// Err is nil on success.
	Err *Error
	// Preview is a few lines for the user.
	Preview []string
	// Images are pictures for models that accept them.
	Images []Image
	// Diff is what changed in the file, if one did.
	Diff *workspace.FileDiff
	// Changes lists the files that the call changed.
	Changes []Change
	// Cached is set if an earlier read had the same result.
	Cached bool

	shows bool // secrets in it are not masked because the user agreed
}

// Success reports whether the call succeeded.
func (r *Result) Success() bool { return r.Err == nil }

// Change is what a call did to one file.
type Change struct {
	Path           string // absolute
	Kind           string // "create", "edit" or "delete"
	Added, Removed int    // lines
}

// JSON returns the result as models get it: success, error, after a failure error_type and suggestion, and the tool's own
// fields. What looks like a credential is masked, unless the user agreed to show it.
func (r *Result) JSON() json.RawMessage {
	head := struct {
		Success    bool      `json:"success"`
		Error      string    `json:"error"`
		Type       ErrorType `json:"error_type,omitempty"`
		Code       ErrorCode `json:"code,omitempty"`
		Suggestion string    `json:"suggestion,omitempty"`
		Cached     bool      `json:"cached,omitempty"`
	}{Success: r.Err == nil, Cached: r.Cached}
	if r.Err != nil {
		head.Error, head.Type, head.Code, head.Suggestion = r.Err.Message, r.Err.Type, r.Err.Code, r.Err.Suggestion
	}
	out := marshal(head)
	fields, err := plain(r.Fields)
	if err != nil {
		return (&Result{Err: &Error{Type: SystemError, Message: fmt.Sprintf("The result can't be told: %v.", err)}}).JSON()
	}
	if len(fields) > 2 && fields[0] == '{' { // more than {}
		out = append(append(out[:len(out)-1], ','), fields[1:]...)
	}
	if r.shows {
		return out
	}
	return maskJSON(out)
}
