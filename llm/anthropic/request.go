package anthropic

import (
	"bytes"
	"encoding/json"
	"strings"

	"ptk-lsp/llm"
	"ptk-lsp/llm/wire"
)

// window is the context window of every model since Claude 3, in tokens, for versions of the API that don't report it.
const window = 200_000

type request struct {
	Model       string    `json:"model"`
	MaxTokens   int       `json:"max_tokens"`
	System      []block   `json:"system,omitempty"`
	Messages    []message `json:"messages"`
	Tools       []tool    `json:"tools,omitempty"`
	Temperature *float64  `json:"temperature,omitempty"`
	Stream      bool      `json:"stream"`
}

type message struct {
	Role    llm.Role `json:"role"`
	Content []block  `json:"content"`
}

// source is a picture.
type source struct {
	Type      string `json:"type"`
	MediaType string `json:"media_type"`
	Data      []byte `json:"data"`
}

// block is one part of a message: text, a picture, a tool call or its result.
type block struct {
	Type         string          `json:"type"`
	Text         string          `json:"text,omitempty"`
	ID           string          `json:"id,omitempty"`
	Name         string          `json:"name,omitempty"`
	Input        json.RawMessage `json:"input,omitempty"`
	ToolUseID    string          `json:"tool_use_id,omitempty"`
	Content      any             `json:"content,omitempty"` // of a result: its text, or blocks if it has pictures
	Source       *source         `json:"source,omitempty"`
	IsError      bool            `json:"is_error,omitempty"`
	CacheControl *cacheControl   `json:"cache_control,omitempty"`
}

// cacheControl marks the end of a prefix that the server caches for the next request, tools and system prompt included.
type cacheControl struct {
	Type string `json:"type"`
}

type tool struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	InputSchema json.RawMessage `json:"input_schema"`
}

// encode returns the body of a request; it is deterministic.
func encode(r llm.Request) ([]byte, error) {
	out := request{Model: r.Model, MaxTokens: r.MaxTokens, Temperature: r.Temperature, Stream: true}
	if out.MaxTokens == 0 {
		out.MaxTokens = fitting(mostTokens(r.Model), r)
	}
	for _, t := range r.Tools {
		schema := t.Parameters
		if len(schema) == 0 {
			schema = json.RawMessage(`{"type":"object"}`)
		}
		out.Tools = append(out.Tools, tool{t.Name, t.Description, schema})
	}
	for _, m := range r.Messages {
		out.add(m)
	}
	out.markCache()
	var body bytes.Buffer
	enc := json.NewEncoder(&body)
	enc.SetEscapeHTML(false)
	err := enc.Encode(out)
	return body.Bytes(), err
}

// fitting returns the largest answer to ask for: the API refuses a request if that and the input together exceed the window,
// however short the answer would be.
func fitting(most int, r llm.Request) int {
	const least, bytesPerToken, tokensPerImage = 8192, 3, 1600
	input := 0
	for _, m := range r.Messages {
		input += len(m.Content)/bytesPerToken + len(m.Images)*tokensPerImage
		for _, c := range m.ToolCalls {
			input += len(c.Arguments) / bytesPerToken
		}
	}
	for _, t := range r.Tools {
		input += (len(t.Description) + len(t.Parameters)) / bytesPerToken
	}
	return max(min(most, least), min(most, window-input))
}

// mostTokens is the length of an answer if the caller sets none. The API requires it, and refuses more than the model supports.
func mostTokens(model string) int {
	switch {
	case strings.Contains(model, "claude-3-5"):
		return 8192
	case strings.Contains(model, "claude-3-"):
		return 4096
	}
	return 32_000
}

// add appends a message. Consecutive messages of one role become one, with all results of an answer's calls in one message, as
// the API requires.
func (r *request) add(m llm.Message) {
	if m.Role == llm.System {
		if m.Content != "" {
			r.System = append(r.System, block{Type: "text", Text: m.Content})
		}
		return
	}
	role, blocks := m.Role, contentOf(m)
	if m.Role == llm.ToolRole && m.ToolCallID != "" {
		blocks = []block{result(m, blocks)}
	}
	if role == llm.ToolRole {
		role = llm.User
	}
	for _, c := range m.ToolCalls {
		blocks = append(blocks, block{Type: "tool_use", ID: c.ID, Name: c.Name, Input: wire.Object(c.Arguments)})
	}
	if n := len(r.Messages); n > 0 && r.Messages[n-1].Role == role {
		r.Messages[n-1].Content = append(r.Messages[n-1].Content, blocks...)
	} else if len(blocks) > 0 {
		r.Messages = append(r.Messages, message{role, blocks})
	}
}

// contentOf returns the pictures and the text of a message.
func contentOf(m llm.Message) (blocks []block) {
	for _, i := range m.Images { // before the text, as the API's guide advises
		blocks = append(blocks, block{Type: "image", Source: &source{"base64", i.MIME, i.Data}})
	}
	if strings.TrimSpace(m.Content) != "" { // a blank text is refused
		blocks = append(blocks, block{Type: "text", Text: m.Content})
	}
	return blocks
}

// result returns the result of a call, which has the given parts.
func result(m llm.Message, blocks []block) block {
	b := block{Type: "tool_result", ToolUseID: m.ToolCallID, IsError: m.IsError}
	switch {
	case len(m.Images) > 0:
		b.Content = blocks
	case m.Content != "":
		b.Content = m.Content
	}
	return b
}

// markCache marks the prefixes that the next request will share: the system prompt, and the conversation up to the last message
// of the user and up to the one before, which the previous request marked.
func (r *request) markCache() {
	mark := &cacheControl{Type: "ephemeral"}
	if n := len(r.System); n > 0 {
		r.System[n-1].CacheControl = mark
	}
	marks := 0
	for i := len(r.Messages) - 1; i >= 0 && marks < 2; i-- {
		if m := r.Messages[i]; m.Role == llm.User {
			m.Content[len(m.Content)-1].CacheControl = mark
			marks++
		}
	}
}
