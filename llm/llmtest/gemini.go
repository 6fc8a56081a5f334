package llmtest

import (
	"encoding/json"
	"errors"
	"strings"

	"ptk-lsp/llm"
)

// gemini writes answers as the events of the Gemini API, in which calls come whole: fragments are gathered until the end.
type gemini struct {
	events
	calls wholeCalls
}

// wholeCalls gathers the fragments of calls for wires on which calls come whole.
type wholeCalls []llm.ToolCall

func (w *wholeCalls) add(f llm.ToolCall) {
	for len(*w) <= f.Index {
		*w = append(*w, llm.ToolCall{})
	}
	c := &(*w)[f.Index]
	if f.ID != "" {
		c.ID, c.Name = f.ID, f.Name
	}
	c.Arguments += f.Arguments
}

func (g *gemini) piece(s Step) string {
	switch s.kind {
	case stepFailure:
		return event(map[string]any{"error": map[string]any{"code": 503, "message": s.text, "status": "UNAVAILABLE"}})
	case stepThought:
		return g.chunk(map[string]any{"text": s.text, "thought": true})
	case stepCall:
		g.calls.add(s.call)
		return ""
	}
	return g.chunk(map[string]any{"text": s.text})
}

func (g *gemini) chunk(parts ...any) string {
	return event(map[string]any{"candidates": []any{map[string]any{"index": 0, "content": map[string]any{"role": "model", "parts": parts}}}})
}

func (g *gemini) end(finish llm.Finish, usage *llm.Usage) string {
	parts := []any{}
	for _, c := range g.calls {
		parts = append(parts, map[string]any{"functionCall": map[string]any{"id": c.ID, "name": c.Name, "args": json.RawMessage(c.Arguments)}})
	}
	reason := map[llm.Finish]string{
		llm.FinishStop: "STOP", llm.FinishLength: "MAX_TOKENS", llm.FinishTools: "STOP", llm.FinishFilter: "SAFETY",
	}[finish]
	last := map[string]any{"candidates": []any{map[string]any{
		"index": 0, "finishReason": reason, "content": map[string]any{"role": "model", "parts": parts},
	}}}
	if usage != nil {
		last["usageMetadata"] = map[string]any{
			"promptTokenCount": usage.InputTokens, "candidatesTokenCount": usage.OutputTokens, "cachedContentTokenCount": usage.CachedTokens,
		}
	}
	return event(last)
}

// geminiContent is what one side says, in the wire's form.
type geminiContent struct {
	Role  string
	Parts []struct {
		Text       string
		InlineData *struct {
			MIMEType string
			Data     []byte
		}
		FunctionCall *struct {
			ID, Name string
			Args     json.RawMessage
		}
		FunctionResponse *struct {
			ID, Name string
			Response json.RawMessage
		}
	}
}

// messages gives a content as the messages that it stands for; results are messages of their own, as elsewhere.
func (c geminiContent) messages() []llm.Message {
	said := llm.Message{Role: llm.User}
	switch c.Role {
	case "model":
		said.Role = llm.Assistant
	case "system":
		said.Role = llm.System
	}
	var all []llm.Message
	for _, p := range c.Parts {
		switch {
		case p.FunctionCall != nil:
			said.ToolCalls = append(said.ToolCalls, llm.ToolCall{Index: len(said.ToolCalls), ID: p.FunctionCall.ID, Name: p.FunctionCall.Name, Arguments: string(p.FunctionCall.Args)})
		case p.FunctionResponse != nil:
			all = append(all, llm.Message{Role: llm.ToolRole, ToolCallID: p.FunctionResponse.ID, Content: string(p.FunctionResponse.Response)})
		case p.InlineData != nil:
			said.Images = append(said.Images, llm.Image{MIME: p.InlineData.MIMEType, Data: p.InlineData.Data})
		default:
			said.Content += p.Text
		}
	}
	if said.Content != "" || said.ToolCalls != nil {
		all = append(all, said)
	}
	return all
}

// decodeGemini reads a request of the Gemini API.
func decodeGemini(body []byte, r *Request) error {
	var in struct {
		SystemInstruction geminiContent
		Contents          []geminiContent
		Tools             []struct {
			FunctionDeclarations []struct {
				Name, Description    string
				ParametersJSONSchema json.RawMessage
			}
		}
		GenerationConfig struct {
			Temperature     *float64
			MaxOutputTokens int
			StopSequences   []string
		}
	}
	if err := json.Unmarshal(body, &in); err != nil {
		return err
	}
	model, method, _ := strings.Cut(r.Path[strings.LastIndexByte(r.Path, '/')+1:], ":")
	if method != "streamGenerateContent" {
		return errors.New("the method is " + method)
	}
	r.Model, r.Streaming, r.WantsUsage = model, true, true
	r.Temperature, r.MaxTokens, r.Stop = in.GenerationConfig.Temperature, in.GenerationConfig.MaxOutputTokens, in.GenerationConfig.StopSequences
	in.SystemInstruction.Role = string(llm.System)
	for _, c := range append([]geminiContent{in.SystemInstruction}, in.Contents...) {
		r.Messages = append(r.Messages, c.messages()...)
	}
	for _, t := range in.Tools {
		for _, f := range t.FunctionDeclarations {
			r.Tools = append(r.Tools, llm.Tool{Name: f.Name, Description: f.Description, Parameters: f.ParametersJSONSchema})
		}
	}
	return nil
}
