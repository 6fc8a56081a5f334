package llmtest

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"

	"ptk-lsp/llm"
)

// anthropicAPI is the Messages API.
func anthropicAPI() api {
	return api{
		keyField: "X-Api-Key", models: "GET /v1/models", dialect: func() dialect { return &anthropic{} },
		serve: func(h handlers, mux *http.ServeMux) {
			mux.Handle("POST /v1/messages", h.chat(decodeAnthropic, func() dialect { return &anthropic{} }))
		},
	}
}

// anthropic writes answers as the events of the Messages API.
type anthropic struct {
	events
	begun  bool
	blocks int    // begun so far
	open   string // type of the current block; "" for none
	calls  map[int]int
}

func (a *anthropic) event(name string, fields map[string]any) string {
	fields["type"] = name
	wire := "event: " + name + "\n" + event(fields)
	if a.begun || name == "message_start" {
		return wire
	}
	a.begun = true
	return a.event("message_start", map[string]any{"message": map[string]any{
		"id": "msg_1", "type": "message", "role": "assistant", "model": "test-model", "content": []any{},
		"usage": map[string]any{"input_tokens": 10, "output_tokens": 1},
	}}) + wire
}

// block begins a new block.
func (a *anthropic) block(kind string, fields map[string]any) string {
	wire := a.close()
	fields["type"] = kind
	wire += a.event("content_block_start", map[string]any{"index": a.blocks, "content_block": fields})
	a.blocks, a.open = a.blocks+1, kind
	return wire
}

func (a *anthropic) close() string {
	if a.open == "" {
		return ""
	}
	a.open = ""
	return a.event("content_block_stop", map[string]any{"index": a.blocks - 1})
}

func (a *anthropic) delta(index int, fields map[string]any) string {
	return a.event("content_block_delta", map[string]any{"index": index, "delta": fields})
}

func (a *anthropic) piece(s Step) string {
	wire := ""
	switch s.kind {
	case stepFailure:
		return a.event("error", map[string]any{"error": map[string]any{"type": "overloaded_error", "message": s.text}})
	case stepThought:
		if a.open != "thinking" {
			wire = a.block("thinking", map[string]any{"thinking": "", "signature": ""})
		}
		return wire + a.delta(a.blocks-1, map[string]any{"type": "thinking_delta", "thinking": s.text})
	case stepCall:
		if s.call.ID != "" {
			wire = a.block("tool_use", map[string]any{"id": s.call.ID, "name": s.call.Name, "input": map[string]any{}})
			if a.calls == nil {
				a.calls = map[int]int{}
			}
			a.calls[s.call.Index] = a.blocks - 1
		}
		return wire + a.delta(a.calls[s.call.Index], map[string]any{"type": "input_json_delta", "partial_json": s.call.Arguments})
	default: // stepText
		if a.open != "text" {
			wire = a.block("text", map[string]any{"text": ""})
		}
		return wire + a.delta(a.blocks-1, map[string]any{"type": "text_delta", "text": s.text})
	}
}

func (a *anthropic) end(finish llm.Finish, usage *llm.Usage) string {
	counts := map[string]any{"output_tokens": 5}
	if usage != nil {
		counts = map[string]any{
			"input_tokens": usage.InputTokens - usage.CachedTokens - usage.WrittenTokens, "cache_read_input_tokens": usage.CachedTokens,
			"cache_creation_input_tokens": usage.WrittenTokens, "output_tokens": usage.OutputTokens,
		}
	}
	reason := map[llm.Finish]string{
		llm.FinishStop: "end_turn", llm.FinishLength: "max_tokens", llm.FinishTools: "tool_use", llm.FinishFilter: "refusal",
	}[finish]
	return a.close() + a.event("message_delta", map[string]any{"delta": map[string]any{"stop_reason": reason}, "usage": counts}) +
		a.event("message_stop", map[string]any{})
}

// anthropicBlock is one block of a message on the wire.
type anthropicBlock struct {
	Type, Text, ID, Name string
	Input                json.RawMessage
	ToolUseID            string `json:"tool_use_id"`
	Content              json.RawMessage
	IsError              bool `json:"is_error"`
	Source               struct {
		Type, Data string
		MediaType  string `json:"media_type"`
	}
}

// addPicture adds the picture of an image block to a message.
func (b anthropicBlock) addPicture(m *llm.Message) error {
	if b.Type != "image" {
		return nil
	}
	data, err := base64.StdEncoding.DecodeString(b.Source.Data)
	if err != nil || b.Source.Type != "base64" {
		return fmt.Errorf("a picture of type %q: %w", b.Source.Type, err)
	}
	m.Images = append(m.Images, llm.Image{MIME: b.Source.MediaType, Data: data})
	return nil
}

// anthropicMessage is one message on the wire.
type anthropicMessage struct {
	Role    llm.Role
	Content []anthropicBlock
}

// messages returns the message as llm has it, with each result as a message of its own.
func (m anthropicMessage) messages() (all []llm.Message, err error) {
	message := llm.Message{Role: m.Role}
	for _, b := range m.Content {
		switch b.Type {
		case "tool_use":
			call := llm.ToolCall{Index: len(message.ToolCalls), ID: b.ID, Name: b.Name, Arguments: string(b.Input)}
			message.ToolCalls = append(message.ToolCalls, call)
		case "tool_result":
			result, err := b.result()
			if err != nil {
				return nil, err
			}
			all = append(all, result)
		case "image":
			if err := b.addPicture(&message); err != nil {
				return nil, err
			}
		default:
			message.Content += b.Text
		}
	}
	if message.Content != "" || message.ToolCalls != nil {
		all = append(all, message)
	}
	return all, nil
}

// result returns the message of a call's result.
func (b anthropicBlock) result() (llm.Message, error) {
	result := llm.Message{Role: llm.ToolRole, ToolCallID: b.ToolUseID, Content: textOf(b.Content), IsError: b.IsError}
	var parts []anthropicBlock
	_ = json.Unmarshal(b.Content, &parts) // text has none
	for _, p := range parts {
		if err := p.addPicture(&result); err != nil {
			return result, err
		}
	}
	return result, nil
}

// decodeAnthropic reads a request of the Messages API.
func decodeAnthropic(body []byte, r *Request) error {
	var in struct {
		Model    string
		System   []anthropicBlock
		Messages []anthropicMessage
		Tools    []struct {
			Name, Description string
			InputSchema       json.RawMessage `json:"input_schema"`
		}
		Temperature *float64
		MaxTokens   int `json:"max_tokens"`
		Stream      bool
	}
	if err := json.Unmarshal(body, &in); err != nil {
		return err
	}
	if in.MaxTokens < 1 {
		return fmt.Errorf("max_tokens is %d", in.MaxTokens)
	}
	r.Model, r.Temperature, r.MaxTokens = in.Model, in.Temperature, in.MaxTokens
	r.Streaming, r.WantsUsage = in.Stream, true
	for _, s := range in.System {
		r.Messages = append(r.Messages, llm.Message{Role: llm.System, Content: s.Text})
	}
	for _, m := range in.Messages {
		messages, err := m.messages()
		if err != nil {
			return err
		}
		r.Messages = append(r.Messages, messages...)
	}
	for _, t := range in.Tools {
		r.Tools = append(r.Tools, llm.Tool{Name: t.Name, Description: t.Description, Parameters: t.InputSchema})
	}
	return nil
}
