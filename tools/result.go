package tools

import (
	"encoding/json"
	"fmt"

	"ptk-lsp/workspace"
)

// Result is what a call came to.
type Result struct {
	// Fields are the tool's own fields, a struct or map that marshals to a JSON object; on failure nil, or what came
	// of it until then.
	Fields any
	// Err is nil on success.
	Err *Error
	// Preview are a few lines for a person.
	Preview []string
	// Images are pictures that belong to it, for models that see.
	Images []Image
	// Diff is what changed in the file, if one did.
	Diff *workspace.FileDiff
	// Changes lists the files that it changed.
	Changes []Change
	// Cached is true where an earlier result was given again.
	Cached bool

	shows bool // secrets in it are not masked, as the user has agreed
}

// Success is true where the call did what it was asked.
func (r *Result) Success() bool { return r.Err == nil }

// Change is what a call did to one file.
type Change struct {
	Path           string // absolute
	Kind           string // "create", "edit" or "delete"
	Added, Removed int    // lines
}

// JSON gives the result as the model gets it: success, error, on failure error_type and suggestion, and the tool's own fields.
// What looks like a credential is masked, unless the user has agreed that it is shown.
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
