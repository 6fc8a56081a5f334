package llmtest

import (
	"encoding/base64"
	"encoding/json"
	"fmt"

	"ptk-lsp/llm"
)

// anthropic writes answers as the events of the Messages API.
type anthropic struct {
	events
	begun  bool
	blocks int    // begun so far
	open   string // type of the block under way; "" for none
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

// block begins a block where the one under way is of another type, and gives its index.
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
	}
	if a.open != "text" {
		wire = a.block("text", map[string]any{"text": ""})
	}
	return wire + a.delta(a.blocks-1, map[string]any{"type": "text_delta", "text": s.text})
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

// anthropicBlock is a part of a message, in the wire's form.
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

// addPicture adds what the block shows, if it is a picture.
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

// anthropicMessage is what one side says, in the wire's form.
type anthropicMessage struct {
	Role    llm.Role
	Content []anthropicBlock
}

// messages gives the messages that it stands for; results are messages of their own, as elsewhere.
func (m anthropicMessage) messages() (all []llm.Message, err error) {
	said := llm.Message{Role: m.Role}
	for _, b := range m.Content {
		switch b.Type {
		case "tool_use":
			said.ToolCalls = append(said.ToolCalls, llm.ToolCall{Index: len(said.ToolCalls), ID: b.ID, Name: b.Name, Arguments: string(b.Input)})
		case "tool_result":
			done, err := b.result()
			if err != nil {
				return nil, err
			}
			all = append(all, done)
		case "image":
			if err := b.addPicture(&said); err != nil {
				return nil, err
			}
		default:
			said.Content += b.Text
		}
	}
	if said.Content != "" || said.ToolCalls != nil {
		all = append(all, said)
	}
	return all, nil
}

// result gives the message of a call's result.
func (b anthropicBlock) result() (llm.Message, error) {
	done := llm.Message{Role: llm.ToolRole, ToolCallID: b.ToolUseID, Content: textOf(b.Content), IsError: b.IsError}
	var parts []anthropicBlock
	_ = json.Unmarshal(b.Content, &parts) // a text has none
	for _, p := range parts {
		if err := p.addPicture(&done); err != nil {
			return done, err
		}
	}
	return done, nil
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
		Temperature   *float64
		MaxTokens     int      `json:"max_tokens"`
		StopSequences []string `json:"stop_sequences"`
		Stream        bool
	}
	if err := json.Unmarshal(body, &in); err != nil {
		return err
	}
	if in.MaxTokens < 1 {
		return fmt.Errorf("max_tokens is %d", in.MaxTokens)
	}
	r.Model, r.Temperature, r.MaxTokens, r.Stop, r.Streaming, r.WantsUsage = in.Model, in.Temperature, in.MaxTokens, in.StopSequences, in.Stream, true
	for _, s := range in.System {
		r.Messages = append(r.Messages, llm.Message{Role: llm.System, Content: s.Text})
	}
	for _, m := range in.Messages {
		said, err := m.messages()
		if err != nil {
			return err
		}
		r.Messages = append(r.Messages, said...)
	}
	for _, t := range in.Tools {
		r.Tools = append(r.Tools, llm.Tool{Name: t.Name, Description: t.Description, Parameters: t.InputSchema})
	}
	return nil
}
