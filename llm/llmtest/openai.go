package llmtest

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"ptk-lsp/llm"
)

// openAIAPI is Chat Completions.
func openAIAPI() api {
	return api{
		keyField: "Authorization", models: "GET /v1/models", dialect: func() dialect { return &openAI{} },
		serve: func(h handlers, mux *http.ServeMux) {
			mux.Handle("POST /v1/chat/completions", h.chat(decodeOpenAI, func() dialect { return &openAI{} }))
			mux.Handle("POST /v1/embeddings", h.embed(openAIEmbedder()))
		},
	}
}

// openAI writes answers as Chat Completions chunks.
type openAI struct {
	events
	begun bool
}

func (o *openAI) piece(s Step) string {
	switch s.kind {
	case stepFailure:
		return event(map[string]any{"error": map[string]any{"code": 503, "message": s.text}})
	case stepThought:
		return o.chunk(map[string]any{"reasoning_content": s.text}, nil)
	case stepCall:
		function := map[string]any{"arguments": s.call.Arguments}
		fragment := map[string]any{"index": s.call.Index, "function": function}
		if s.call.ID != "" {
			fragment["id"], fragment["type"], function["name"] = s.call.ID, "function", s.call.Name
		}
		return o.chunk(map[string]any{"tool_calls": []any{fragment}}, nil)
	default: // stepText
		return o.chunk(map[string]any{"content": s.text}, nil)
	}
}

func (o *openAI) end(finish llm.Finish, usage *llm.Usage) string {
	reason := string(finish)
	if finish == llm.FinishFilter {
		reason = "content_filter"
	}
	wire := o.chunk(map[string]any{}, reason)
	if usage != nil {
		wire += event(map[string]any{
			"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "test-model", "choices": []any{},
			"usage": map[string]any{
				"prompt_tokens": usage.InputTokens, "completion_tokens": usage.OutputTokens,
				"total_tokens":          usage.InputTokens + usage.OutputTokens,
				"prompt_tokens_details": map[string]any{"cached_tokens": usage.CachedTokens, "cache_write_tokens": usage.WrittenTokens},
			},
		})
	}
	return wire + "data: [DONE]\n\n"
}

func (o *openAI) chunk(delta map[string]any, finish any) string {
	if !o.begun {
		o.begun = true
		delta["role"] = "assistant"
	}
	return event(map[string]any{
		"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "test-model",
		"choices": []any{map[string]any{"index": 0, "delta": delta, "finish_reason": finish}},
	})
}

func event(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err) // impossible for maps of strings and numbers
	}
	return fmt.Sprintf("data: %s\n\n", data)
}

// decodeOpenAI reads a Chat Completions request.
func decodeOpenAI(body []byte, r *Request) error {
	var in struct {
		Model    string
		Messages []struct {
			Role       llm.Role
			Content    json.RawMessage
			ToolCallID string `json:"tool_call_id"`
			ToolCalls  []struct {
				ID       string
				Function struct{ Name, Arguments string }
			} `json:"tool_calls"`
		}
		Tools []struct {
			Function llm.Tool
		}
		Temperature   *float64
		MaxTokens     int `json:"max_tokens"`
		MaxCompletion int `json:"max_completion_tokens"`
		Stream        bool
		StreamOptions struct {
			IncludeUsage bool `json:"include_usage"`
		} `json:"stream_options"`
	}
	if err := json.Unmarshal(body, &in); err != nil {
		return err
	}
	r.Model, r.Temperature, r.MaxTokens = in.Model, in.Temperature, max(in.MaxTokens, in.MaxCompletion)
	r.Streaming, r.WantsUsage = in.Stream, in.StreamOptions.IncludeUsage
	for _, m := range in.Messages {
		out := llm.Message{Role: m.Role, Content: textOf(m.Content), Images: imagesOf(m.Content), ToolCallID: m.ToolCallID}
		for i, c := range m.ToolCalls {
			out.ToolCalls = append(out.ToolCalls, llm.ToolCall{Index: i, ID: c.ID, Name: c.Function.Name, Arguments: c.Function.Arguments})
		}
		r.Messages = append(r.Messages, out)
	}
	for _, t := range in.Tools {
		r.Tools = append(r.Tools, t.Function)
	}
	return nil
}

// imagesOf returns the pictures of a content that is a list of parts.
func imagesOf(content json.RawMessage) (images []llm.Image) {
	var parts []struct {
		ImageURL struct{ URL string } `json:"image_url"`
	}
	_ = json.Unmarshal(content, &parts) // a text has none
	for _, p := range parts {
		mime, text, ok := strings.Cut(strings.TrimPrefix(p.ImageURL.URL, "data:"), ";base64,")
		if data, err := base64.StdEncoding.DecodeString(text); ok && err == nil {
			images = append(images, llm.Image{MIME: mime, Data: data})
		}
	}
	return images
}

// textOf returns the text of a content that is a string or a list of text parts.
func textOf(content json.RawMessage) string {
	var text string
	if json.Unmarshal(content, &text) == nil {
		return text
	}
	var parts []struct{ Text string }
	_ = json.Unmarshal(content, &parts) // null and others stay empty
	for _, p := range parts {
		text += p.Text
	}
	return text
}

func openAIEmbedder() embedder {
	return embedder{
		decode: func(body []byte, req *Request) error {
			var r struct {
				Model  string   `json:"model"`
				Input  []string `json:"input"`
				Format string   `json:"encoding_format"`
			}
			err := strict(body, &r)
			req.Model, req.Texts = r.Model, r.Input
			return err
		},
		encode: func(vectors [][]float32) any {
			data := []any{}
			for i := range vectors { // clients must sort by index
				at := len(vectors) - 1 - i
				data = append(data, map[string]any{"object": "embedding", "index": at, "embedding": vectors[at]})
			}
			usage := map[string]int{"prompt_tokens": 8, "total_tokens": 8}
			return map[string]any{"object": "list", "data": data, "model": "test-model", "usage": usage}
		},
	}
}
