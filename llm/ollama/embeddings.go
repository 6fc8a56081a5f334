package ollama

import (
	"encoding/json"

	"ptk-lsp/llm/embed"
)

// Embeddings is /api/embed, which truncates texts that are too long for the model.
func Embeddings() embed.Dialect {
	return embed.Dialect{
		Connect: connect,
		Path:    func(string) string { return "/embed" },
		Batch:   32, // a processor may take a second for each
		Encode: func(model string, texts []string, _ bool) any {
			return struct {
				Model    string   `json:"model"`
				Input    []string `json:"input"`
				Truncate bool     `json:"truncate"`
			}{model, texts, true}
		},
		Decode: func(response []byte) ([][]float32, error) {
			var r struct {
				Embeddings [][]float32 `json:"embeddings"`
			}
			err := json.Unmarshal(response, &r)
			return r.Embeddings, err
		},
	}
}
