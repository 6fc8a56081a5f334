package ptk

import (
	"encoding/json"
	"fmt"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/history"
	"ptk-lsp/ptk/record"
	"ptk-lsp/tools"
)

// entry returns the message as a row of the history.
func messageEntry(m message) history.Entry {
	r := record.Message{Role: string(m.role), Text: m.text, Images: storeImages(m.images)}
	r.Seen = mapped(m.seen, func(s tools.Seen) record.Seen { return record.Seen(s) })
	if m.raw != m.text {
		r.Raw = m.raw
	}
	r.Calls = mapped(m.calls, func(c callRecord) record.Call {
		return record.Call{ID: c.id, Tool: c.tool, Reasoning: c.reasoning, Args: string(c.args)}
	})
	r.Results = mapped(m.results, func(c resultRecord) record.CallResult {
		return record.CallResult{
			CallID: c.callID, Tool: c.tool, OK: c.ok, Body: string(c.body), Failure: c.failure, Images: storeImages(c.images),
		}
	})
	return history.Entry{Class: history.Message, Ordinal: m.n, Kind: record.KindMessage, Data: record.Encode(r)}
}

// restored returns the message of a row.
func restored(e history.Entry) (message, error) {
	r, err := record.Decode[record.Message](e.Data)
	if err != nil {
		return message{}, fmt.Errorf("reading message %d: %w", e.Ordinal, err)
	}
	m := message{
		n: e.Ordinal, turn: e.Turn, role: llm.Role(r.Role), text: r.Text, raw: r.Raw, images: restoredImages(r.Images),
		seen: mapped(r.Seen, func(s record.Seen) tools.Seen { return tools.Seen(s) }),
	}
	if m.role == llm.Assistant && m.raw == "" {
		m.raw = m.text
	}
	m.calls = mapped(r.Calls, func(c record.Call) callRecord {
		return callRecord{id: c.ID, tool: c.Tool, reasoning: c.Reasoning, args: raw(c.Args)}
	})
	m.results = mapped(r.Results, func(c record.CallResult) resultRecord {
		return resultRecord{
			callID: c.CallID, tool: c.Tool, ok: c.OK, body: raw(c.Body), failure: c.Failure, images: restoredImages(c.Images),
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

// entry returns the mark as a row of the history.
func (m mark) entry() history.Entry {
	s := m.Summary
	r := record.Mark{From: m.From, Short: m.Short, Summary: record.Summary{
		Task: s.Task, Notes: s.Notes, Changed: s.Changed, Read: s.Read, Open: s.Open, Told: s.Told, Dropped: s.Dropped,
		Said: mapped(s.Said, func(e exchange) record.Exchange { return record.Exchange(e) }),
	}}
	return history.Entry{Class: history.Mark, Ordinal: m.From, Kind: record.KindMark, Data: record.Encode(r)}
}

// restoredMark returns the mark of a row.
func restoredMark(e history.Entry) (mark, error) {
	r, err := record.Decode[record.Mark](e.Data)
	if err != nil {
		return mark{}, fmt.Errorf("reading a mark: %w", err)
	}
	s := r.Summary
	return mark{From: r.From, Short: r.Short, Summary: summary{
		Task: s.Task, Notes: s.Notes, Changed: s.Changed, Read: s.Read, Open: s.Open, Told: s.Told, Dropped: s.Dropped,
		Said: mapped(s.Said, func(e record.Exchange) exchange { return exchange(e) }),
	}}, nil
}

func raw(s string) json.RawMessage {
	if s == "" {
		return nil
	}
	return json.RawMessage(s)
}

// mapped returns what f makes of each element. That of nil is nil, since in JSON nil and an empty list differ.
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
