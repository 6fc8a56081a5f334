package ptk

import (
	"bytes"
	"encoding/json"
	"fmt"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/history"
	"ptk-lsp/tools"
)

// kindMessage and kindMark are the kinds of the history's entries that are no events.
const (
	kindMessage = "message"
	kindMark    = "mark"
)

// storedMessage is a message as the history keeps it. What is JSON by itself is kept as a string, so that it comes back
// byte for byte and a prompt is the same after a restart.
type storedMessage struct {
	Role    llm.Role       `json:"role"`
	Text    string         `json:"text,omitempty"`
	Images  []storedImage  `json:"images,omitempty"`
	Raw     string         `json:"raw,omitempty"` // where it is not Text
	Calls   []storedCall   `json:"calls,omitempty"`
	Results []storedAnswer `json:"results,omitempty"`
	Seen    []tools.Seen   `json:"seen,omitempty"`
}

type storedImage struct {
	MIME string `json:"mime"`
	Data []byte `json:"data"`
}

type storedCall struct {
	ID        string `json:"id,omitempty"`
	Tool      string `json:"tool,omitempty"`
	Reasoning string `json:"reasoning,omitempty"`
	Args      string `json:"args,omitempty"`
}

type storedAnswer struct {
	CallID  string        `json:"callId,omitempty"`
	Tool    string        `json:"tool,omitempty"`
	OK      bool          `json:"ok,omitempty"`
	Body    string        `json:"body,omitempty"`
	Failure string        `json:"failure,omitempty"`
	Images  []storedImage `json:"images,omitempty"`
}

// entry gives the message as the history takes it.
func (m message) entry() history.Entry {
	s := storedMessage{Role: m.role, Text: m.text, Images: storeImages(m.images), Seen: m.seen}
	if m.raw != m.text {
		s.Raw = m.raw
	}
	for _, c := range m.calls {
		s.Calls = append(s.Calls, storedCall{c.id, c.tool, c.reasoning, string(c.args)})
	}
	for _, r := range m.results {
		s.Results = append(s.Results, storedAnswer{r.callID, r.tool, r.ok, string(r.body), r.failure, storeImages(r.images)})
	}
	return history.Entry{Class: history.Message, Ordinal: m.n, Kind: kindMessage, Data: asJSON(s)}
}

// restored gives back the message of an entry.
func restored(e history.Entry) (message, error) {
	var s storedMessage
	if err := json.Unmarshal([]byte(e.Data), &s); err != nil {
		return message{}, fmt.Errorf("reading message %d: %w", e.Ordinal, err)
	}
	m := message{n: e.Ordinal, turn: e.Turn, role: s.Role, text: s.Text, raw: s.Raw, images: restoredImages(s.Images), seen: s.Seen}
	if m.role == llm.Assistant && m.raw == "" {
		m.raw = m.text
	}
	for _, c := range s.Calls {
		m.calls = append(m.calls, callRecord{id: c.ID, tool: c.Tool, reasoning: c.Reasoning, args: raw(c.Args)})
	}
	for _, r := range s.Results {
		m.results = append(m.results, resultRecord{callID: r.CallID, tool: r.Tool, ok: r.OK, body: raw(r.Body), failure: r.Failure, images: restoredImages(r.Images)})
	}
	return m, nil
}

func storeImages(images []llm.Image) (out []storedImage) {
	for _, i := range images {
		out = append(out, storedImage(i))
	}
	return out
}

func restoredImages(images []storedImage) (out []llm.Image) {
	for _, i := range images {
		out = append(out, llm.Image(i))
	}
	return out
}

func raw(s string) json.RawMessage {
	if s == "" {
		return nil
	}
	return json.RawMessage(s)
}

// asJSON writes what always can be written as JSON, without escapes for HTML.
func asJSON(v any) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(fmt.Sprintf("%T can't be written as JSON: %v", v, err))
	}
	return string(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
}
