package ollama

import (
	"bytes"
	"encoding/json"

	"ptk-lsp/llm"
	"ptk-lsp/llm/wire"
)

type request struct {
	Model    string    `json:"model"`
	Messages []message `json:"messages"`
	Tools    []tool    `json:"tools,omitempty"`
	Stream   bool      `json:"stream"`
	// Truncate and Shift are false, so that a prompt that exceeds the window is refused rather than cut. Older servers ignore both.
	Truncate bool    `json:"truncate"`
	Shift    bool    `json:"shift"`
	Options  options `json:"options,omitzero"`
}

type options struct {
	Window      int      `json:"num_ctx,omitempty"`
	MaxTokens   int      `json:"num_predict,omitempty"`
	Temperature *float64 `json:"temperature,omitempty"`
}

type message struct {
	Role       llm.Role `json:"role"`
	Content    string   `json:"content"`
	Thinking   string   `json:"thinking,omitempty"` // only in answers
	Images     [][]byte `json:"images,omitempty"`
	ToolCalls  []call   `json:"tool_calls,omitempty"`
	ToolName   string   `json:"tool_name,omitempty"`
	ToolCallID string   `json:"tool_call_id,omitempty"` // older servers ignore it
}

type call struct {
	ID       string `json:"id,omitempty"`
	Function struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	} `json:"function"`
}

type tool struct {
	Type     string   `json:"type"`
	Function function `json:"function"`
}

type function struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Parameters  json.RawMessage `json:"parameters,omitempty"`
}

// encode returns the body of a request; it is deterministic. A window of 0 leaves it to the server.
func encode(r llm.Request, window int) ([]byte, error) {
	out := request{Model: r.Model, Stream: true, Options: options{window, r.MaxTokens, r.Temperature}}
	names := map[string]string{} // of functions, by the id of a call
	for _, m := range llm.PicturesApart(r.Messages) {
		out.add(m, names)
	}
	for _, t := range r.Tools {
		out.Tools = append(out.Tools, tool{"function", function(t)})
	}
	var body bytes.Buffer
	enc := json.NewEncoder(&body)
	enc.SetEscapeHTML(false)
	err := enc.Encode(out)
	return body.Bytes(), err
}

// add appends a message. A result without a native call is sent as the user's, and consecutive messages of one role become one,
// since many models' templates require alternating roles. names collects the functions that were called, since results must
// name them.
func (r *request) add(m llm.Message, names map[string]string) {
	next := message{Role: m.Role, Content: m.Content}
	if m.Role == llm.ToolRole {
		if next.ToolCallID, next.ToolName = m.ToolCallID, names[m.ToolCallID]; m.ToolCallID == "" {
			next.Role = llm.User
		}
	}
	for _, i := range m.Images {
		next.Images = append(next.Images, i.Data)
	}
	for _, c := range m.ToolCalls {
		names[c.ID] = c.Name
		one := call{ID: c.ID}
		one.Function.Name, one.Function.Arguments = c.Name, wire.Object(c.Arguments)
		next.ToolCalls = append(next.ToolCalls, one)
	}
	if n := len(r.Messages); n > 0 && r.Messages[n-1].joins(next) {
		r.Messages[n-1].Content += "\n\n" + next.Content
		r.Messages[n-1].Images = append(r.Messages[n-1].Images, next.Images...)
		return
	}
	r.Messages = append(r.Messages, next)
}

func (m message) joins(next message) bool {
	plain := m.Role == llm.User || m.Role == llm.Assistant
	return plain && m.Role == next.Role && m.ToolCalls == nil && next.ToolCalls == nil
}
