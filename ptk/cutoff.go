package ptk

import (
	"context"
	"fmt"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/history"
	"ptk-lsp/ptk/notation"
	"ptk-lsp/tools"
)

// cutOff is what a call came to that was running when the program was stopped.
func cutOff() *tools.Result {
	return failed(tools.SystemError, "", "The program was stopped while this ran.", "Whether it took effect is not known; look before it is done again.")
}

// mend closes what a turn that was cut off has left open, so that the next request is valid: what the model had said
// becomes a message, and every call gets a result.
func (m *Manager) mend(ctx context.Context, c *conversation) error {
	turnID, entries, err := m.cfg.History.Loose(ctx, c.id)
	if err != nil || turnID == "" {
		return err
	}
	var msgs []message
	if len(c.messages) == 0 || c.messages[len(c.messages)-1].turn != turnID {
		asked, err := m.asked(ctx, c.id, turnID)
		if err != nil {
			return err
		}
		msgs = append(msgs, asked)
	}
	events, err := eventsOf(entries)
	if err != nil {
		return err
	}
	msgs = append(msgs, said(events)...)
	var add []history.Entry
	for _, msg := range msgs {
		add = append(add, messageEntry(c.add(turnID, msg)))
	}
	if len(add) == 0 {
		return nil
	}
	return c.hold.Amend(turnID, add...)
}

// asked is the user's message of a turn that was cut off before it had been written down whole.
func (m *Manager) asked(ctx context.Context, id, turnID string) (message, error) {
	turns, _, err := m.cfg.History.Turns(ctx, id, history.TurnPage{Limit: 1})
	if err != nil {
		return message{}, err
	}
	var r ChatRequest
	if n := len(turns); n > 0 && turns[n-1].ID == turnID {
		if r, err = restoredRequest(turns[n-1].Request); err != nil {
			return message{}, fmt.Errorf("reading turn %s: %w", turnID, err)
		}
	}
	return message{role: llm.User, text: notation.Neutralize(r.Message)}, nil
}

func eventsOf(entries []history.Entry) ([]Event, error) {
	var events []Event
	for _, e := range entries {
		event, err := eventOf(e)
		if err != nil {
			return nil, err
		}
		events = append(events, event)
	}
	return events, nil
}

// said gives the messages that the events of an unfinished answer amount to; what the user said meanwhile stands before it.
func said(events []Event) (msgs []message) {
	a := message{role: llm.Assistant}
	results := map[string]*tools.Result{}
	for _, e := range events {
		switch e := e.(type) {
		case UserMessage:
			msgs = append(msgs, message{role: llm.User, text: notation.Neutralize(e.Text)})
		case Text:
			a.text += e.Text
		case Retry:
			if len(a.calls) == 0 {
				a.text = "" // what came before it was void
			}
		case ToolCallStart:
			a.calls = append(a.calls, callRecord{id: e.ID, tool: e.Tool, reasoning: e.Reasoning, args: e.Args})
		case ToolResult:
			results[e.ID] = e.Result
		}
	}
	a.raw = a.text
	if a.text == "" && len(a.calls) == 0 {
		return msgs
	}
	if len(a.calls) == 0 {
		return append(msgs, a)
	}
	done := message{role: llm.ToolRole}
	for _, r := range a.calls {
		c := &call{record: r, result: results[r.id]}
		if c.result == nil {
			c.result = cutOff()
		}
		done.results = append(done.results, c.told())
	}
	return append(msgs, a, done)
}

// closed gives the events of a turn that was cut off with what shows it: a result for every call, and a warning.
func closed(events []Event) []Event {
	open := map[string]ToolCallStart{}
	var order []string
	for _, e := range events {
		switch e := e.(type) {
		case ToolCallStart:
			open[e.ID] = e
			order = append(order, e.ID)
		case ToolResult:
			delete(open, e.ID)
		}
	}
	for _, id := range order {
		if c, ok := open[id]; ok {
			events = append(events, ToolResult{ID: id, Tool: c.Tool, Result: cutOff()})
		}
	}
	return append(events, Warning{"cut_off", "This turn was cut off: the program was stopped while it ran."})
}
