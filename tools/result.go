package tools

import (
	"encoding/json"
	"fmt"
)

// JSON gives the result as the model gets it: success, error, on failure error_type and suggestion, and the tool's own fields.
// What looks like a credential is masked, unless the user has agreed that it is shown.
func (r *Result) JSON() json.RawMessage {
	head := struct {
		Success    bool      `json:"success"`
		Error      string    `json:"error"`
		Type       ErrorType `json:"error_type,omitempty"`
		Code       string    `json:"code,omitempty"`
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
