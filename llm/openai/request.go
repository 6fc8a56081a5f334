package openai

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"slices"

	"ptk-lsp/llm"
)

type request struct {
	Model               string         `json:"model"`
	Messages            []message      `json:"messages"`
	Tools               []tool         `json:"tools,omitempty"`
	Temperature         *float64       `json:"temperature,omitempty"`
	MaxTokens           int            `json:"max_tokens,omitempty"`
	MaxCompletionTokens int            `json:"max_completion_tokens,omitempty"`
	Stream              bool           `json:"stream"`
	StreamOptions       *streamOptions `json:"stream_options,omitempty"`
}

type streamOptions struct {
	IncludeUsage bool `json:"include_usage"`
	// IncludeObfuscation is false to omit the padding that OpenAI adds to every piece.
	IncludeObfuscation *bool `json:"include_obfuscation,omitempty"`
}

type message struct {
	Role       llm.Role `json:"role"`
	Content    *body    `json:"content,omitempty"`
	ToolCalls  []call   `json:"tool_calls,omitempty"`
	ToolCallID string   `json:"tool_call_id,omitempty"`
}

// body is the content of a message: text, or a list of parts if there are pictures.
type body struct {
	text   string
	images []llm.Image
}

// MarshalJSON writes text alone as a string, which every server accepts.
func (b body) MarshalJSON() ([]byte, error) {
	if len(b.images) == 0 {
		return plainJSON(b.text)
	}
	type address struct {
		URL string `json:"url"`
	}
	type part struct {
		Type     string   `json:"type"`
		Text     string   `json:"text,omitempty"`
		ImageURL *address `json:"image_url,omitempty"`
	}
	var parts []part
	for _, i := range b.images {
		url := "data:" + i.MIME + ";base64," + base64.StdEncoding.EncodeToString(i.Data)
		parts = append(parts, part{Type: "image_url", ImageURL: &address{url}})
	}
	if b.text != "" {
		parts = append(parts, part{Type: "text", Text: b.text})
	}
	return plainJSON(parts)
}

// plainJSON returns JSON without HTML escapes.
func plainJSON(v any) ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), err
}

type call struct {
	ID       string   `json:"id"`
	Type     string   `json:"type"`
	Function function `json:"function"`
}

type function struct {
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
}

type tool struct {
	Type     string `json:"type"`
	Function struct {
		Name        string          `json:"name"`
		Description string          `json:"description,omitempty"`
		Parameters  json.RawMessage `json:"parameters,omitempty"`
	} `json:"function"`
}

// encode returns the body of a request; it is deterministic. own reports whether the server is OpenAI's.
func encode(r llm.Request, q quirk, own bool) ([]byte, error) {
	out := request{Model: r.Model, Messages: messages(r.Messages), Tools: tools(r.Tools), Stream: true}
	if q&noTemperature == 0 {
		out.Temperature = r.Temperature
	}
	if q&noStreamOptions == 0 {
		out.StreamOptions = &streamOptions{IncludeUsage: true}
		if own {
			out.StreamOptions.IncludeObfuscation = new(bool)
		}
	}
	if own != (q&otherMaxTokens != 0) {
		out.MaxCompletionTokens = r.MaxTokens
	} else {
		out.MaxTokens = r.MaxTokens
	}
	return plainJSON(out)
}

// messages converts a conversation. A result without a native call is sent as the user's, since servers refuse a tool message
// without an id. Consecutive messages of one role become one, since many chat templates require alternating roles.
func messages(conversation []llm.Message) []message {
	out := make([]message, 0, len(conversation))
	for _, m := range llm.PicturesApart(conversation) {
		role := m.Role
		if role == llm.ToolRole && m.ToolCallID == "" {
			role = llm.User
		}
		if n := len(out); n > 0 && joins(out[n-1], role, m) {
			last := out[n-1].Content
			out[n-1].Content = &body{last.text + "\n\n" + m.Content, slices.Concat(last.images, m.Images)}
			continue
		}
		next := message{Role: role, ToolCallID: m.ToolCallID, ToolCalls: calls(m.ToolCalls)}
		if m.Content != "" || len(m.ToolCalls) == 0 {
			next.Content = &body{m.Content, m.Images}
		}
		out = append(out, next)
	}
	return out
}

func joins(last message, role llm.Role, m llm.Message) bool {
	plain := role == llm.User || role == llm.Assistant
	return plain && last.Role == role && last.ToolCalls == nil && len(m.ToolCalls) == 0 && last.Content != nil
}

func calls(native []llm.ToolCall) []call {
	var out []call
	for _, c := range native {
		arguments := c.Arguments
		if arguments == "" {
			arguments = "{}"
		}
		out = append(out, call{ID: c.ID, Type: "function", Function: function{Name: c.Name, Arguments: arguments}})
	}
	return out
}

func tools(offered []llm.Tool) []tool {
	var out []tool
	for _, t := range offered {
		next := tool{Type: "function"}
		next.Function.Name, next.Function.Description, next.Function.Parameters = t.Name, t.Description, t.Parameters
		out = append(out, next)
	}
	return out
}
