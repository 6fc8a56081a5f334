package transcript

import (
	"encoding/json"
	"fmt"

	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/history"
	"ptk-lsp/ptk/record"
	"ptk-lsp/tools"
	"ptk-lsp/workspace"
)

// eventEntry returns an event as a row of the history, and whether the row may wait to be written with others.
func eventEntry(e chat.Event) (entry history.Entry, mayWait bool) {
	row := func(kind string, r any) history.Entry { return history.Entry{Kind: kind, Data: record.Encode(r)} }
	switch e := e.(type) {
	case chat.Text:
		return history.Entry{Kind: record.KindText, Data: e.Text}, true
	case chat.Reasoning:
		return history.Entry{Kind: record.KindReasoning, Data: e.Text}, true
	case chat.Iteration:
		return row(record.KindIteration, record.Iteration(e)), true
	case chat.ToolOutput:
		return row(record.KindToolOutput, record.ToolOutput(e)), true
	case chat.UsageUpdate:
		return row(record.KindUsage, record.UsageUpdate{Usage: storedUsage(e.Usage)}), true
	case chat.TurnStart:
		return row(record.KindTurnStart, record.TurnStart(e)), false
	case chat.ToolCallStart:
		return row(record.KindToolCall, storeCallStart(e)), false
	case chat.ToolResult:
		return row(record.KindToolResult, storeResult(e)), false
	case chat.UserMessage:
		return row(record.KindUserMessage, record.UserMessage{Text: e.Text, Attachments: storeAttachments(e.Attachments)}), false
	case chat.Plan:
		return row(record.KindPlan, record.Plan{Entries: storePlan(e.Entries)}), false
	case chat.Retry:
		return row(record.KindRetry, record.Retry(e)), false
	case chat.Warning:
		return row(record.KindWarning, record.Warning(e)), false
	}
	panic(fmt.Sprintf("the history has no kind of row for %T", e))
}

// eventOf returns the event of a row.
func eventOf(e history.Entry) (chat.Event, error) {
	switch e.Kind {
	case record.KindText:
		return chat.Text{Text: e.Data}, nil
	case record.KindReasoning:
		return chat.Reasoning{Text: e.Data}, nil
	case record.KindIteration:
		return decoded(e, func(r record.Iteration) chat.Iteration { return chat.Iteration(r) })
	case record.KindToolOutput:
		return decoded(e, func(r record.ToolOutput) chat.ToolOutput { return chat.ToolOutput(r) })
	case record.KindUsage:
		return decoded(e, func(r record.UsageUpdate) chat.UsageUpdate { return chat.UsageUpdate{Usage: restoredUsage(r.Usage)} })
	case record.KindTurnStart:
		return decoded(e, func(r record.TurnStart) chat.TurnStart { return chat.TurnStart(r) })
	case record.KindToolCall:
		return decoded(e, restoredCallStart)
	case record.KindToolResult:
		return decoded(e, restoredResult)
	case record.KindUserMessage:
		return decoded(e, restoredUserMessage)
	case record.KindPlan:
		return decoded(e, func(r record.Plan) chat.Plan { return chat.Plan{Entries: restoredPlan(r.Entries)} })
	case record.KindRetry:
		return decoded(e, func(r record.Retry) chat.Retry { return chat.Retry(r) })
	case record.KindWarning:
		return decoded(e, func(r record.Warning) chat.Warning { return chat.Warning(r) })
	}
	return nil, fmt.Errorf("the history holds an event of the unknown kind %q", e.Kind)
}

// decoded reads a record and converts it to its event.
func decoded[R any, E chat.Event](e history.Entry, convert func(R) E) (chat.Event, error) {
	r, err := record.Decode[R](e.Data)
	if err != nil {
		return nil, fmt.Errorf("reading a %s event: %w", e.Kind, err)
	}
	return convert(r), nil
}

func restoredUserMessage(r record.UserMessage) chat.UserMessage {
	return chat.UserMessage{Text: r.Text, Attachments: restoredAttachments(r.Attachments)}
}

func storeCallStart(e chat.ToolCallStart) record.ToolCallStart {
	return record.ToolCallStart{
		ID: e.ID, Tool: e.Tool, Title: e.Title, Kind: string(e.Kind), Args: e.Args, Reasoning: e.Reasoning,
		Locations: mapped(e.Locations, func(l tools.Location) record.Location { return record.Location(l) }),
	}
}

func restoredCallStart(r record.ToolCallStart) chat.ToolCallStart {
	return chat.ToolCallStart{
		ID: r.ID, Tool: r.Tool, Title: r.Title, Kind: tools.Kind(r.Kind), Args: r.Args, Reasoning: r.Reasoning,
		Locations: mapped(r.Locations, func(l record.Location) tools.Location { return tools.Location(l) }),
	}
}

// storeResult converts a result without its images, which the message has, and the whole text of the file that changed.
func storeResult(e chat.ToolResult) record.ToolResult {
	s := record.ToolResult{ID: e.ID, Tool: e.Tool, Duration: e.Duration}
	r := e.Result
	if r == nil {
		return s
	}
	s.Preview, s.Changes, s.Cached = r.Preview, storeChanges(r.Changes), r.Cached
	if r.Fields != nil {
		if fields, err := json.Marshal(r.Fields); err == nil {
			s.Fields = fields
		}
	}
	if r.Diff != nil {
		s.DiffPath, s.Diff = r.Diff.Path, r.Diff.Unified
	}
	if r.Err != nil {
		s.Err = &record.ToolError{
			Type: string(r.Err.Type), Code: string(r.Err.Code), Message: r.Err.Message, Suggestion: r.Err.Suggestion,
			Rejected: r.Err.Rejected, Feedback: r.Err.Feedback,
		}
	}
	return s
}

func restoredResult(s record.ToolResult) chat.ToolResult {
	r := &tools.Result{Preview: s.Preview, Changes: restoredChanges(s.Changes), Cached: s.Cached}
	if s.Fields != nil {
		r.Fields = s.Fields
	}
	if s.DiffPath != "" {
		r.Diff = &workspace.FileDiff{Path: s.DiffPath, Unified: s.Diff}
	}
	if s.Err != nil {
		r.Err = &tools.Error{
			Type: tools.ErrorType(s.Err.Type), Code: tools.ErrorCode(s.Err.Code), Message: s.Err.Message,
			Suggestion: s.Err.Suggestion, Rejected: s.Err.Rejected, Feedback: s.Err.Feedback,
		}
	}
	return chat.ToolResult{ID: s.ID, Tool: s.Tool, Result: r, Duration: s.Duration}
}
