package anthropic

import (
	"bytes"
	"encoding/json"
	"strings"

	"ptk-lsp/llm"
)

type request struct {
	Model         string    `json:"model"`
	MaxTokens     int       `json:"max_tokens"`
	System        []block   `json:"system,omitempty"`
	Messages      []message `json:"messages"`
	Tools         []tool    `json:"tools,omitempty"`
	Temperature   *float64  `json:"temperature,omitempty"`
	StopSequences []string  `json:"stop_sequences,omitempty"`
	Stream        bool      `json:"stream"`
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

// block is one part of a message: a text, a picture, a call of a tool or its result.
type block struct {
	Type         string          `json:"type"`
	Text         string          `json:"text,omitempty"`
	ID           string          `json:"id,omitempty"`
	Name         string          `json:"name,omitempty"`
	Input        json.RawMessage `json:"input,omitempty"`
	ToolUseID    string          `json:"tool_use_id,omitempty"`
	Content      any             `json:"content,omitempty"` // of a result: its text, or blocks where it has pictures
	Source       *source         `json:"source,omitempty"`
	IsError      bool            `json:"is_error,omitempty"`
	CacheControl *cacheControl   `json:"cache_control,omitempty"`
}

// cacheControl marks the end of what is worth keeping for the next request: all up to it, tools and system included.
type cacheControl struct {
	Type string `json:"type"`
}

type tool struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	InputSchema json.RawMessage `json:"input_schema"`
}

// encode gives the body of a request; the same request gives the same bytes.
func encode(r llm.Request) ([]byte, error) {
	out := request{Model: r.Model, MaxTokens: r.MaxTokens, Temperature: r.Temperature, Stream: true}
	if out.MaxTokens == 0 {
		out.MaxTokens = fitting(mostTokens(r.Model), r)
	}
	for _, s := range r.Stop {
		if strings.TrimSpace(s) != "" { // others are refused
			out.StopSequences = append(out.StopSequences, s)
		}
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

// fitting bounds the length of the answer, for the API refuses a request where that and the input don't fit into the window
// together, however short the answer would be.
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

// mostTokens is how long an answer may be where the caller doesn't say; the API must be told, and refuses more than the model can.
func mostTokens(model string) int {
	switch {
	case strings.Contains(model, "claude-3-5"):
		return 8192
	case strings.Contains(model, "claude-3-"):
		return 4096
	}
	return 32_000
}

// add takes a message in. Messages of one side become one, and all results of an answer's calls stand in one message, as the API wants it.
func (r *request) add(m llm.Message) {
	if m.Role == llm.System {
		if m.Content != "" {
			r.System = append(r.System, block{Type: "text", Text: m.Content})
		}
		return
	}
	role, blocks := m.Role, said(m)
	if m.Role == llm.ToolRole && m.ToolCallID != "" {
		blocks = []block{answer(m, blocks)}
	}
	if role == llm.ToolRole {
		role = llm.User
	}
	for _, c := range m.ToolCalls {
		blocks = append(blocks, block{Type: "tool_use", ID: c.ID, Name: c.Name, Input: object(c.Arguments)})
	}
	if n := len(r.Messages); n > 0 && r.Messages[n-1].Role == role {
		r.Messages[n-1].Content = append(r.Messages[n-1].Content, blocks...)
	} else if len(blocks) > 0 {
		r.Messages = append(r.Messages, message{role, blocks})
	}
}

// said are the pictures and the text of a message.
func said(m llm.Message) (blocks []block) {
	for _, i := range m.Images { // before the text, as the API's guide advises
		blocks = append(blocks, block{Type: "image", Source: &source{"base64", i.MIME, i.Data}})
	}
	if strings.TrimSpace(m.Content) != "" { // a blank text is refused
		blocks = append(blocks, block{Type: "text", Text: m.Content})
	}
	return blocks
}

// answer is a call's result, of which blocks are the parts.
func answer(m llm.Message, blocks []block) block {
	b := block{Type: "tool_result", ToolUseID: m.ToolCallID, IsError: m.IsError}
	switch {
	case len(m.Images) > 0:
		b.Content = blocks
	case m.Content != "":
		b.Content = m.Content
	}
	return b
}

// object gives arguments as an object, an empty one where they are none.
func object(arguments string) json.RawMessage {
	var fields map[string]json.RawMessage
	if json.Unmarshal([]byte(arguments), &fields) != nil || fields == nil {
		return json.RawMessage("{}")
	}
	return json.RawMessage(arguments)
}

// markCache marks what the next request begins with too: the system prompt, and the conversation up to the last message
// of the user and up to the one before, where the last request's mark stood.
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
