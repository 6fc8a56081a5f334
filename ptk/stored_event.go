package ptk

import (
	"encoding/json"
	"fmt"
	"time"

	"ptk-lsp/ptk/history"
	"ptk-lsp/tools"
	"ptk-lsp/workspace"
)

// The kinds of events in the history; those of [Text] and [Reasoning] hold the text itself, the others JSON.
const (
	kindText      = "text"
	kindReasoning = "reasoning"
)

// storedResult is a [ToolResult] as the history keeps it.
type storedResult struct {
	ID, Tool string
	Duration time.Duration
	Fields   json.RawMessage `json:",omitempty"`
	Err      *storedError    `json:",omitempty"`
	Preview  []string        `json:",omitempty"`
	DiffPath string          `json:",omitempty"`
	Diff     string          `json:",omitempty"`
	Changes  []tools.Change  `json:",omitempty"`
	Cached   bool            `json:",omitempty"`
}

type storedError struct {
	Type                      tools.ErrorType
	Code, Message, Suggestion string
}

// eventEntry gives an event as the history takes it; hasty is true for one that may wait for others.
func eventEntry(e Event) (entry history.Entry, hasty bool) {
	switch e := e.(type) {
	case Text:
		return history.Entry{Kind: kindText, Data: e.Text}, true
	case Reasoning:
		return history.Entry{Kind: kindReasoning, Data: e.Text}, true
	case Iteration:
		return history.Entry{Kind: "iteration", Data: asJSON(e)}, true
	case ToolOutput:
		return history.Entry{Kind: "tool_output", Data: asJSON(e)}, true
	case UsageUpdate:
		return history.Entry{Kind: "usage", Data: asJSON(e)}, true
	case TurnStart:
		return history.Entry{Kind: "turn_start", Data: asJSON(e)}, false
	case ToolCallStart:
		return history.Entry{Kind: "tool_call", Data: asJSON(e)}, false
	case ToolResult:
		return history.Entry{Kind: "tool_result", Data: asJSON(storeResult(e))}, false
	case UserMessage:
		return history.Entry{Kind: "user_message", Data: asJSON(e)}, false
	case Plan:
		return history.Entry{Kind: "plan", Data: asJSON(e)}, false
	case Retry:
		return history.Entry{Kind: "retry", Data: asJSON(e)}, false
	case Warning:
		return history.Entry{Kind: "warning", Data: asJSON(e)}, false
	}
	panic(fmt.Sprintf("the history can't keep %T", e))
}

// eventOf gives back the event of an entry.
func eventOf(e history.Entry) (Event, error) {
	switch e.Kind {
	case kindText:
		return Text{e.Data}, nil
	case kindReasoning:
		return Reasoning{e.Data}, nil
	case "iteration":
		return decoded[Iteration](e)
	case "tool_output":
		return decoded[ToolOutput](e)
	case "usage":
		return decoded[UsageUpdate](e)
	case "turn_start":
		return decoded[TurnStart](e)
	case "tool_call":
		return decoded[ToolCallStart](e)
	case "tool_result":
		return restoreResult(e)
	case "user_message":
		return decoded[UserMessage](e)
	case "plan":
		return decoded[Plan](e)
	case "retry":
		return decoded[Retry](e)
	case "warning":
		return decoded[Warning](e)
	}
	return nil, fmt.Errorf("the history holds an event of the unknown kind %q", e.Kind)
}

func decoded[E Event](e history.Entry) (Event, error) {
	var v E
	if err := json.Unmarshal([]byte(e.Data), &v); err != nil {
		return nil, fmt.Errorf("reading a %s event: %w", e.Kind, err)
	}
	return v, nil
}

func storeResult(e ToolResult) storedResult {
	s := storedResult{ID: e.ID, Tool: e.Tool, Duration: e.Duration}
	r := e.Result
	if r == nil {
		return s
	}
	s.Preview, s.Changes, s.Cached = r.Preview, r.Changes, r.Cached
	if r.Fields != nil {
		if fields, err := json.Marshal(r.Fields); err == nil {
			s.Fields = fields
		}
	}
	if r.Diff != nil {
		s.DiffPath, s.Diff = r.Diff.Path, r.Diff.Unified
	}
	if r.Err != nil {
		s.Err = &storedError{r.Err.Type, r.Err.Code, r.Err.Message, r.Err.Suggestion}
	}
	return s
}

func restoreResult(e history.Entry) (Event, error) {
	var s storedResult
	if err := json.Unmarshal([]byte(e.Data), &s); err != nil {
		return nil, fmt.Errorf("reading a %s event: %w", e.Kind, err)
	}
	r := &tools.Result{Preview: s.Preview, Changes: s.Changes, Cached: s.Cached}
	if s.Fields != nil {
		r.Fields = s.Fields
	}
	if s.DiffPath != "" {
		r.Diff = &workspace.FileDiff{Path: s.DiffPath, Unified: s.Diff}
	}
	if s.Err != nil {
		r.Err = &tools.Error{Type: s.Err.Type, Code: s.Err.Code, Message: s.Err.Message, Suggestion: s.Err.Suggestion}
	}
	return ToolResult{s.ID, s.Tool, r, s.Duration}, nil
}
