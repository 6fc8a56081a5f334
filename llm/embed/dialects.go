package embed

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
)

// openAI is the embeddings endpoint of OpenAI's API.
func openAI() dialect {
	return dialect{
		path: func(string) string { return "/embeddings" },
		most: 128, // of 2048, so that the tokens of one request stay below what it may have
		write: func(model string, texts []string, _ bool) any {
			return struct {
				Model  string   `json:"model"`
				Input  []string `json:"input"`
				Format string   `json:"encoding_format"`
			}{model, texts, "float"}
		},
		read: func(answer []byte) ([][]float32, error) {
			var r struct {
				Data []struct {
					Index  int       `json:"index"`
					Vector []float32 `json:"embedding"`
				} `json:"data"`
			}
			if err := json.Unmarshal(answer, &r); err != nil {
				return nil, err
			}
			out := make([][]float32, len(r.Data))
			for _, d := range r.Data {
				if d.Index < 0 || d.Index >= len(out) || out[d.Index] != nil {
					return nil, fmt.Errorf("index %d of %d", d.Index, len(out))
				}
				out[d.Index] = d.Vector
			}
			return out, nil
		},
	}
}

// geminiRequest is one text of a batchEmbedContents.
type geminiRequest struct {
	Model   string `json:"model"`
	Content struct {
		Parts []geminiPart `json:"parts"`
	} `json:"content"`
	TaskType string `json:"taskType"`
}

type geminiPart struct {
	Text string `json:"text"`
}

// gemini is batchEmbedContents of the Gemini API; it is told which texts are looked for and which are found.
func gemini() dialect {
	return dialect{
		path: func(model string) string {
			return "/models/" + url.PathEscape(strings.TrimPrefix(model, "models/")) + ":batchEmbedContents"
		},
		most: 100, // the API's limit
		write: func(model string, texts []string, query bool) any {
			task := "RETRIEVAL_DOCUMENT"
			if query {
				task = "CODE_RETRIEVAL_QUERY"
			}
			requests := make([]geminiRequest, len(texts))
			for i, text := range texts {
				requests[i].Model = "models/" + strings.TrimPrefix(model, "models/")
				requests[i].Content.Parts = []geminiPart{{text}}
				requests[i].TaskType = task
			}
			return map[string]any{"requests": requests}
		},
		read: func(answer []byte) ([][]float32, error) {
			var r struct {
				Embeddings []struct {
					Values []float32 `json:"values"`
				} `json:"embeddings"`
			}
			err := json.Unmarshal(answer, &r)
			out := make([][]float32, len(r.Embeddings))
			for i, e := range r.Embeddings {
				out[i] = e.Values
			}
			return out, err
		},
	}
}

// ollama is /api/embed of Ollama, which cuts what is too long for the model.
func ollama() dialect {
	return dialect{
		path: func(string) string { return "/api/embed" },
		most: 32, // a processor may take a second for each
		write: func(model string, texts []string, _ bool) any {
			return struct {
				Model    string   `json:"model"`
				Input    []string `json:"input"`
				Truncate bool     `json:"truncate"`
			}{model, texts, true}
		},
		read: func(answer []byte) ([][]float32, error) {
			var r struct {
				Embeddings [][]float32 `json:"embeddings"`
			}
			err := json.Unmarshal(answer, &r)
			return r.Embeddings, err
		},
	}
}
