package llmtest

import (
	"encoding/json"
	"io"
	"net/http"

	"ptk-lsp/llm"
)

// ollamaAPI is Ollama's own API.
func ollamaAPI() api {
	return api{
		keyField: "Authorization", models: "GET /api/tags", dialect: func() dialect { return &ollama{} },
		serve: func(h handlers, mux *http.ServeMux) {
			mux.Handle("POST /api/chat", h.chat(decodeOllama, func() dialect { return &ollama{} }))
			mux.Handle("POST /api/embed", h.embed(ollamaEmbedder()))
			mux.HandleFunc("POST /api/show", showOllama)
		},
	}
}

// ollama writes answers as the lines of Ollama's chat API, in which calls come whole, so fragments are joined at the end.
type ollama struct{ calls wholeCalls }

func (*ollama) noise() string     { return "\n\r\n" }
func (*ollama) mediaType() string { return "application/x-ndjson" }

func (o *ollama) piece(s Step) string {
	switch s.kind {
	case stepFailure:
		return jsonLine(map[string]any{"error": s.text})
	case stepThought:
		return o.message(map[string]any{"content": "", "thinking": s.text})
	case stepCall:
		o.calls.add(s.call)
		return ""
	default: // stepText
		return o.message(map[string]any{"content": s.text})
	}
}

func (o *ollama) message(fields map[string]any) string {
	fields["role"] = "assistant"
	return jsonLine(map[string]any{"model": "test-model", "created_at": "2025-07-07T20:22:19.184789Z", "message": fields, "done": false})
}

func (o *ollama) end(finish llm.Finish, usage *llm.Usage) string {
	wire := ""
	for i, c := range o.calls {
		wire += o.message(map[string]any{"content": "", "tool_calls": []any{map[string]any{
			"id": c.ID, "function": map[string]any{"index": i, "name": c.Name, "arguments": json.RawMessage(c.Arguments)},
		}}})
	}
	reason := "stop"
	if finish == llm.FinishLength {
		reason = "length"
	}
	last := map[string]any{
		"model": "test-model", "created_at": "2025-07-07T20:22:20.184789Z", "message": map[string]any{"role": "assistant", "content": ""},
		"done": true, "done_reason": reason, "total_duration": 4883583458, "load_duration": 1334875,
	}
	if usage != nil {
		last["prompt_eval_count"], last["eval_count"] = usage.InputTokens, usage.OutputTokens
	}
	return wire + jsonLine(last)
}

func jsonLine(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err) // impossible for maps of strings and numbers
	}
	return string(data) + "\n"
}

// showOllama describes every model alike.
func showOllama(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	const shown = `{"capabilities":["completion","tools"],"model_info":{"general.architecture":"test","test.context_length":32768}}`
	_, _ = io.WriteString(w, shown) // fails only if the client has gone
}

// decodeOllama reads a request of Ollama's chat API.
func decodeOllama(body []byte, r *Request) error {
	var in struct {
		Model    string
		Messages []struct {
			Role       llm.Role
			Content    string
			Images     [][]byte
			ToolCallID string `json:"tool_call_id"`
			ToolCalls  []struct {
				ID       string
				Function struct {
					Name      string
					Arguments json.RawMessage
				}
			} `json:"tool_calls"`
		}
		Tools   []struct{ Function llm.Tool }
		Stream  *bool
		Options struct {
			Window      int `json:"num_ctx"`
			MaxTokens   int `json:"num_predict"`
			Temperature *float64
		}
	}
	if err := json.Unmarshal(body, &in); err != nil {
		return err
	}
	o := in.Options
	r.Model, r.Temperature, r.MaxTokens, r.Window = in.Model, o.Temperature, o.MaxTokens, o.Window
	r.Streaming, r.WantsUsage = in.Stream == nil || *in.Stream, true
	for _, m := range in.Messages {
		out := llm.Message{Role: m.Role, Content: m.Content, ToolCallID: m.ToolCallID}
		for _, i := range m.Images {
			out.Images = append(out.Images, llm.Image{MIME: http.DetectContentType(i), Data: i})
		}
		for i, c := range m.ToolCalls {
			out.ToolCalls = append(out.ToolCalls, llm.ToolCall{Index: i, ID: c.ID, Name: c.Function.Name, Arguments: string(c.Function.Arguments)})
		}
		r.Messages = append(r.Messages, out)
	}
	for _, t := range in.Tools {
		r.Tools = append(r.Tools, t.Function)
	}
	return nil
}

func ollamaEmbedder() embedder {
	return embedder{
		decode: func(body []byte, req *Request) error {
			var r struct {
				Model    string   `json:"model"`
				Input    []string `json:"input"`
				Truncate bool     `json:"truncate"`
			}
			err := strict(body, &r)
			req.Model, req.Texts = r.Model, r.Input
			return err
		},
		encode: func(vectors [][]float32) any {
			return map[string]any{
				"model": "test-model", "embeddings": vectors, "total_duration": 1, "load_duration": 1, "prompt_eval_count": 8,
			}
		},
	}
}
