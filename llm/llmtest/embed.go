package llmtest

import (
	"encoding/json"
	"net/http"
	"strings"
)

// Vectors answers a request for vectors: f makes the one of each text. A request for vectors that meets any other reply than
// this, [Fail] or a [Stream] of [Cut] or [Silence] gets what that says.
func Vectors(f func(text string) []float32) Reply { return Reply{vectors: f} }

// embedder is how one provider asks for vectors and answers.
type embedder struct {
	decode func(body []byte, req *Request) error
	encode func(vectors [][]float32) any
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
			for i := range vectors { // the order is the index's, not the list's
				at := len(vectors) - 1 - i
				data = append(data, map[string]any{"object": "embedding", "index": at, "embedding": vectors[at]})
			}
			return map[string]any{"object": "list", "data": data, "model": "test-model", "usage": map[string]int{"prompt_tokens": 8, "total_tokens": 8}}
		},
	}
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
			return map[string]any{"model": "test-model", "embeddings": vectors, "total_duration": 1, "load_duration": 1, "prompt_eval_count": 8}
		},
	}
}

// strict refuses fields that the API does not know.
func strict(body []byte, v any) error {
	d := json.NewDecoder(strings.NewReader(string(body)))
	d.DisallowUnknownFields()
	return d.Decode(v)
}

// embed answers a request for vectors by the script.
func (s *Server) embed(e embedder) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		s.respond(w, r, e.decode, func(req Request, reply Reply) {
			if reply.vectors == nil {
				play(w, r, req, reply, &openAI{})
				return
			}
			vectors := [][]float32{}
			for _, text := range req.Texts {
				vectors = append(vectors, reply.vectors(text))
			}
			w.Header().Set("Content-Type", "application/json")
			_ = json.NewEncoder(w).Encode(e.encode(vectors)) // fails only where the client has gone
		})
	}
}
