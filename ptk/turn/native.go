package turn

import (
	"encoding/json"
	"strings"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
)

// fragments joins native calls that arrive in pieces. A call is complete when another begins, or at the end of the stream.
type fragments struct {
	open *llm.ToolCall
	args strings.Builder
}

// add adds a fragment. It returns the call before it if the fragment completes that one.
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

// rest returns the call that is still open, if any.
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
