package ptk

import (
	"encoding/json"
	"strings"
	"time"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
)

// fragments puts native calls together that arrive in pieces. A call is complete when another begins, or at the end.
type fragments struct {
	open *llm.ToolCall
	args strings.Builder
}

// add takes a fragment and gives the call that it completes, if any: the one before it.
func (f *fragments) add(p llm.ToolCall) (done chat.Call, ok bool) {
	if f.open != nil && (f.open.Index != p.Index || (p.ID != "" && f.open.ID != "" && p.ID != f.open.ID)) {
		done, ok = f.rest()
	}
	if f.open == nil {
		first := p
		f.open = &first
	}
	if f.open.Name == "" {
		f.open.Name = p.Name
	}
	if f.open.ID == "" {
		f.open.ID = p.ID
	}
	f.args.WriteString(p.Arguments)
	return done, ok
}

// rest gives the call that is still open.
func (f *fragments) rest() (done chat.Call, ok bool) {
	if f.open == nil {
		return chat.Call{}, false
	}
	args := strings.TrimSpace(f.args.String())
	if args == "" {
		args = "{}"
	}
	done = chat.Call{ID: f.open.ID, Tool: f.open.Name, Args: json.RawMessage(args)}
	if done.ID == "" {
		done.ID = newID()
	}
	f.open = nil
	f.args.Reset()
	return done, true
}

func retryEvent(r *llm.Retry) chat.Retry {
	return chat.Retry{Attempt: r.Attempt, Delay: time.Duration(r.DelayMs) * time.Millisecond, Reason: r.Reason}
}
