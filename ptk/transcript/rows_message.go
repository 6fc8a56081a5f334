package transcript

import (
	"encoding/json"
	"fmt"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/history"
	"ptk-lsp/ptk/prompt"
	"ptk-lsp/ptk/record"
	"ptk-lsp/tools"
)

// messageEntry returns a message as a row of the history.
func messageEntry(m chat.Message) history.Entry {
	r := record.Message{Role: string(m.Role), Text: m.Text, Images: storeImages(m.Images)}
	r.Seen = mapped(m.Seen, func(s tools.Seen) record.Seen { return record.Seen(s) })
	if m.Raw != m.Text {
		r.Raw = m.Raw
	}
	r.Calls = mapped(m.Calls, func(c chat.Call) record.Call {
		return record.Call{ID: c.ID, Tool: c.Tool, Reasoning: c.Reasoning, Args: string(c.Args)}
	})
	r.Results = mapped(m.Results, func(c chat.CallResult) record.CallResult {
		return record.CallResult{
			CallID: c.CallID, Tool: c.Tool, OK: c.OK, Body: string(c.Body), Failure: c.Failure, Images: storeImages(c.Images),
		}
	})
	return history.Entry{Class: history.Message, Ordinal: m.N, Kind: record.KindMessage, Data: record.Encode(r)}
}

// restored returns the message of a row.
func restored(e history.Entry) (chat.Message, error) {
	r, err := record.Decode[record.Message](e.Data)
	if err != nil {
		return chat.Message{}, fmt.Errorf("reading message %d: %w", e.Ordinal, err)
	}
	m := chat.Message{
		N: e.Ordinal, Turn: e.Turn, Role: llm.Role(r.Role), Text: r.Text, Raw: r.Raw, Images: restoredImages(r.Images),
		Seen: mapped(r.Seen, func(s record.Seen) tools.Seen { return tools.Seen(s) }),
	}
	if m.Role == llm.Assistant && m.Raw == "" {
		m.Raw = m.Text
	}
	m.Calls = mapped(r.Calls, func(c record.Call) chat.Call {
		return chat.Call{ID: c.ID, Tool: c.Tool, Reasoning: c.Reasoning, Args: raw(c.Args)}
	})
	m.Results = mapped(r.Results, func(c record.CallResult) chat.CallResult {
		return chat.CallResult{
			CallID: c.CallID, Tool: c.Tool, OK: c.OK, Body: raw(c.Body), Failure: c.Failure, Images: restoredImages(c.Images),
		}
	})
	return m, nil
}

func storeImages(images []llm.Image) []record.Image {
	return mapped(images, func(i llm.Image) record.Image { return record.Image(i) })
}

func restoredImages(images []record.Image) []llm.Image {
	return mapped(images, func(i record.Image) llm.Image { return llm.Image(i) })
}

// markEntry returns the mark as a row of the history.
func markEntry(m prompt.Mark) history.Entry {
	s := m.Summary
	r := record.Mark{From: m.From, Short: m.Short, Cut: m.Cut, Summary: record.Summary{
		Task: s.Task, Notes: s.Notes, Changed: s.Changed, Read: s.Read, Open: s.Open, Told: s.Narrative, Dropped: s.Dropped,
		Said: mapped(s.Exchanges, func(e prompt.Exchange) record.Exchange { return record.Exchange(e) }),
	}}
	return history.Entry{Class: history.Mark, Ordinal: m.From, Kind: record.KindMark, Data: record.Encode(r)}
}

// restoredMark returns the mark of a row.
func restoredMark(e history.Entry) (prompt.Mark, error) {
	r, err := record.Decode[record.Mark](e.Data)
	if err != nil {
		return prompt.Mark{}, fmt.Errorf("reading a mark: %w", err)
	}
	s := r.Summary
	return prompt.Mark{From: r.From, Short: r.Short, Cut: r.Cut, Summary: prompt.Summary{
		Task: s.Task, Notes: s.Notes, Changed: s.Changed, Read: s.Read, Open: s.Open, Narrative: s.Told, Dropped: s.Dropped,
		Exchanges: mapped(s.Said, func(e record.Exchange) prompt.Exchange { return prompt.Exchange(e) }),
	}}, nil
}

func raw(s string) json.RawMessage {
	if s == "" {
		return nil
	}
	return json.RawMessage(s)
}

// mapped returns f of each element. It returns nil for nil, since nil and an empty list differ in JSON.
func mapped[A, B any](in []A, f func(A) B) []B {
	if in == nil {
		return nil
	}
	out := make([]B, len(in))
	for i, v := range in {
		out[i] = f(v)
	}
	return out
}
