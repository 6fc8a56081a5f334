package llmtest

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"ptk-lsp/llm"
)

// geminiAPI is the Gemini API.
func geminiAPI() api {
	return api{
		keyField: "X-Goog-Api-Key", models: "GET /v1beta/models", dialect: func() dialect { return &gemini{} },
		serve: func(h handlers, mux *http.ServeMux) {
			chat, embed := h.chat(decodeGemini, func() dialect { return &gemini{} }), h.embed(geminiEmbedder())
			mux.HandleFunc("POST /v1beta/models/{call}", func(w http.ResponseWriter, r *http.Request) {
				if strings.HasSuffix(r.PathValue("call"), ":batchEmbedContents") {
					embed(w, r)
					return
				}
				chat(w, r)
			})
		},
	}
}

// gemini writes answers as the events of the Gemini API, in which calls come whole, so fragments are joined at the end.
type gemini struct {
	events
	calls wholeCalls
}

// wholeCalls joins the fragments of calls for APIs whose calls come whole.
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
	default: // stepText
		return g.chunk(map[string]any{"text": s.text})
	}
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

// geminiContent is one content on the wire.
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

// messages returns the content as llm has it, with each result as a message of its own.
func (c geminiContent) messages() []llm.Message {
	message := llm.Message{Role: llm.User}
	switch c.Role {
	case "model":
		message.Role = llm.Assistant
	case "system":
		message.Role = llm.System
	}
	var all []llm.Message
	for _, p := range c.Parts {
		switch {
		case p.FunctionCall != nil:
			c := p.FunctionCall
			call := llm.ToolCall{Index: len(message.ToolCalls), ID: c.ID, Name: c.Name, Arguments: string(c.Args)}
			message.ToolCalls = append(message.ToolCalls, call)
		case p.FunctionResponse != nil:
			result := p.FunctionResponse
			all = append(all, llm.Message{Role: llm.ToolRole, ToolCallID: result.ID, Content: string(result.Response)})
		case p.InlineData != nil:
			message.Images = append(message.Images, llm.Image{MIME: p.InlineData.MIMEType, Data: p.InlineData.Data})
		default:
			message.Content += p.Text
		}
	}
	if message.Content != "" || message.ToolCalls != nil {
		all = append(all, message)
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
	r.Temperature, r.MaxTokens = in.GenerationConfig.Temperature, in.GenerationConfig.MaxOutputTokens
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

func geminiEmbedder() embedder {
	return embedder{
		decode: func(body []byte, req *Request) error {
			var r struct {
				Requests []struct {
					Model   string `json:"model"`
					Content struct {
						Parts []struct {
							Text string `json:"text"`
						} `json:"parts"`
					} `json:"content"`
					TaskType string `json:"taskType"`
				} `json:"requests"`
			}
			err := strict(body, &r)
			for _, one := range r.Requests {
				req.Model, req.Task = strings.TrimPrefix(one.Model, "models/"), one.TaskType
				for _, p := range one.Content.Parts {
					req.Texts = append(req.Texts, p.Text)
				}
			}
			return err
		},
		encode: func(vectors [][]float32) any {
			list := []any{}
			for _, v := range vectors {
				list = append(list, map[string]any{"values": v})
			}
			return map[string]any{"embeddings": list}
		},
	}
}
