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
	Stop                []string       `json:"stop,omitempty"`
	Stream              bool           `json:"stream"`
	StreamOptions       *streamOptions `json:"stream_options,omitempty"`
}

type streamOptions struct {
	IncludeUsage bool `json:"include_usage"`
	// IncludeObfuscation false spares the padding that OpenAI adds to every piece.
	IncludeObfuscation *bool `json:"include_obfuscation,omitempty"`
}

type message struct {
	Role       llm.Role `json:"role"`
	Content    *said    `json:"content,omitempty"`
	ToolCalls  []call   `json:"tool_calls,omitempty"`
	ToolCallID string   `json:"tool_call_id,omitempty"`
}

// said is what a message says: a text, or a list of parts where there are pictures.
type said struct {
	text   string
	images []llm.Image
}

// MarshalJSON writes a text alone as a string, which every server takes.
func (s said) MarshalJSON() ([]byte, error) {
	if len(s.images) == 0 {
		return plainJSON(s.text)
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
	for _, i := range s.images {
		parts = append(parts, part{Type: "image_url", ImageURL: &address{"data:" + i.MIME + ";base64," + base64.StdEncoding.EncodeToString(i.Data)}})
	}
	if s.text != "" {
		parts = append(parts, part{Type: "text", Text: s.text})
	}
	return plainJSON(parts)
}

// plainJSON writes JSON without escapes for HTML.
func plainJSON(v any) ([]byte, error) {
	var body bytes.Buffer
	enc := json.NewEncoder(&body)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimSuffix(body.Bytes(), []byte("\n")), err
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

// encode gives the body of a request; the same request gives the same bytes.
func (p *Provider) encode(r llm.Request, q quirk) ([]byte, error) {
	out := request{Model: r.Model, Messages: messages(r.Messages), Tools: tools(r.Tools), Stream: true}
	if q&noTemperature == 0 {
		out.Temperature = r.Temperature
	}
	if q&noStop == 0 {
		out.Stop = r.Stop
	}
	if q&noStreamOptions == 0 {
		out.StreamOptions = &streamOptions{IncludeUsage: true}
		if p.own {
			out.StreamOptions.IncludeObfuscation = new(bool)
		}
	}
	if p.own != (q&otherMaxTokens != 0) {
		out.MaxCompletionTokens = r.MaxTokens
	} else {
		out.MaxTokens = r.MaxTokens
	}
	return plainJSON(out)
}

// messages gives a conversation as the wire wants it. A tool's result that answers no native call goes as the user's, for
// servers refuse a tool message without an id; and two messages of one side become one, for many chat templates want
// the sides to alternate.
func messages(conversation []llm.Message) []message {
	out := make([]message, 0, len(conversation))
	for _, m := range llm.PicturesApart(conversation) {
		role := m.Role
		if role == llm.ToolRole && m.ToolCallID == "" {
			role = llm.User
		}
		if n := len(out); n > 0 && joins(out[n-1], role, m) {
			last := out[n-1].Content
			out[n-1].Content = &said{last.text + "\n\n" + m.Content, slices.Concat(last.images, m.Images)}
			continue
		}
		next := message{Role: role, ToolCallID: m.ToolCallID, ToolCalls: calls(m.ToolCalls)}
		if m.Content != "" || len(m.ToolCalls) == 0 {
			next.Content = &said{m.Content, m.Images}
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
