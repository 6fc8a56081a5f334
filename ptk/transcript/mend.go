package transcript

import (
	"context"
	"fmt"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/history"
	"ptk-lsp/ptk/notation"
	"ptk-lsp/tools"
)

// cutOff returns the result of a call that was running when the program was stopped.
func cutOff() *tools.Result {
	return &tools.Result{Err: &tools.Error{
		Type: tools.SystemError, Message: "The program was stopped while this ran.",
		Suggestion: "Whether it took effect is not known; look before it is done again.",
	}}
}

// mend completes a turn that was cut off, so that the next request is valid: the text of the unfinished answer becomes a
// message, and every call gets a result.
func (s *Store) mend(ctx context.Context, c *Conversation) error {
	turnID, entries, err := s.history.Loose(ctx, c.ID)
	if err != nil || turnID == "" {
		return err
	}
	var msgs []chat.Message
	if len(c.Messages) == 0 || c.Messages[len(c.Messages)-1].Turn != turnID {
		asked, err := s.asked(ctx, c.ID, turnID)
		if err != nil {
			return err
		}
		msgs = append(msgs, asked)
	}
	events, err := eventsOf(entries)
	if err != nil {
		return err
	}
	msgs = append(msgs, messagesOf(events)...)
	var add []history.Entry
	for _, msg := range msgs {
		add = append(add, messageEntry(c.add(turnID, msg)))
	}
	if len(add) == 0 {
		return nil
	}
	return c.hold.Amend(turnID, add...)
}

// asked returns the user's message of a turn that was cut off before the message was stored.
func (s *Store) asked(ctx context.Context, id, turnID string) (chat.Message, error) {
	turns, _, err := s.history.Turns(ctx, id, history.TurnPage{Limit: 1})
	if err != nil {
		return chat.Message{}, err
	}
	var r chat.Request
	if n := len(turns); n > 0 && turns[n-1].ID == turnID {
		if r, err = restoredRequest(turns[n-1].Request); err != nil {
			return chat.Message{}, fmt.Errorf("reading turn %s: %w", turnID, err)
		}
	}
	return chat.Message{Role: llm.User, Text: notation.Neutralize(r.Message)}, nil
}

func eventsOf(entries []history.Entry) ([]chat.Event, error) {
	var events []chat.Event
	for _, e := range entries {
		event, err := eventOf(e)
		if err != nil {
			return nil, err
		}
		events = append(events, event)
	}
	return events, nil
}

// messagesOf reconstructs the messages of an unfinished answer from its events; what the user wrote meanwhile comes before it.
func messagesOf(events []chat.Event) (msgs []chat.Message) {
	a := chat.Message{Role: llm.Assistant}
	results := map[string]*tools.Result{}
	for _, e := range events {
		switch e := e.(type) {
		case chat.UserMessage:
			msgs = append(msgs, chat.Message{Role: llm.User, Text: notation.Neutralize(e.Text)})
		case chat.Text:
			a.Text += e.Text
		case chat.Retry:
			if len(a.Calls) == 0 {
				a.Text = "" // the attempt before it does not count
			}
		case chat.ToolCallStart:
			a.Calls = append(a.Calls, chat.Call{ID: e.ID, Tool: e.Tool, Reasoning: e.Reasoning, Args: e.Args})
		case chat.ToolResult:
			results[e.ID] = e.Result
		case chat.TurnStart, chat.Iteration, chat.Reasoning, chat.ToolOutput, chat.Plan, chat.UsageUpdate, chat.Warning:
		}
	}
	a.Raw = a.Text
	if a.Text == "" && len(a.Calls) == 0 {
		return msgs
	}
	if len(a.Calls) == 0 {
		return append(msgs, a)
	}
	done := chat.Message{Role: llm.ToolRole}
	for _, r := range a.Calls {
		result := results[r.ID]
		if result == nil {
			result = cutOff()
		}
		done.Results = append(done.Results, chat.ResultOf(r, result))
	}
	return append(msgs, a, done)
}

// closed completes the events of a turn that was cut off: a result for every call, and a warning.
func closed(events []chat.Event) []chat.Event {
	open := map[string]chat.ToolCallStart{}
	var order []string
	for _, e := range events {
		if c, ok := e.(chat.ToolCallStart); ok {
			open[c.ID] = c
			order = append(order, c.ID)
		} else if r, ok := e.(chat.ToolResult); ok {
			delete(open, r.ID)
		}
	}
	for _, id := range order {
		if c, ok := open[id]; ok {
			events = append(events, chat.ToolResult{ID: id, Tool: c.Tool, Result: cutOff()})
		}
	}
	return append(events, chat.Warning{Code: "cut_off", Message: "This turn was cut off: the program was stopped while it ran."})
}
