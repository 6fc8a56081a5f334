package openai

import (
	"encoding/json"
	"fmt"

	"ptk-lsp/llm/embed"
)

// Embeddings is POST /embeddings.
func Embeddings() embed.Dialect {
	return embed.Dialect{
		Connect: connect,
		Path:    func(string) string { return "/embeddings" },
		Batch:   128, // of 2048, so that the tokens of one request stay below its limit
		Encode: func(model string, texts []string, _ bool) any {
			return struct {
				Model  string   `json:"model"`
				Input  []string `json:"input"`
				Format string   `json:"encoding_format"`
			}{model, texts, "float"}
		},
		Decode: decodeVectors,
	}
}

func decodeVectors(response []byte) ([][]float32, error) {
	var r struct {
		Data []struct {
			Index  int       `json:"index"`
			Vector []float32 `json:"embedding"`
		} `json:"data"`
	}
	if err := json.Unmarshal(response, &r); err != nil {
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
}
