package gemini

import (
	"encoding/json"

	"ptk-lsp/llm/embed"
)

// embedRequest is one text of a batchEmbedContents.
type embedRequest struct {
	Model   string `json:"model"`
	Content struct {
		Parts []embedPart `json:"parts"`
	} `json:"content"`
	TaskType string `json:"taskType"`
}

type embedPart struct {
	Text string `json:"text"`
}

// Embeddings is batchEmbedContents, whose vectors depend on whether a text is a query or a document.
func Embeddings() embed.Dialect {
	return embed.Dialect{
		Connect: connect,
		Path:    func(model string) string { return modelPath(model) + ":batchEmbedContents" },
		Batch:   100, // the API's limit
		Encode:  encodeTexts,
		Decode: func(response []byte) ([][]float32, error) {
			var r struct {
				Embeddings []struct {
					Values []float32 `json:"values"`
				} `json:"embeddings"`
			}
			err := json.Unmarshal(response, &r)
			out := make([][]float32, len(r.Embeddings))
			for i, e := range r.Embeddings {
				out[i] = e.Values
			}
			return out, err
		},
	}
}

func encodeTexts(model string, texts []string, query bool) any {
	task := "RETRIEVAL_DOCUMENT"
	if query {
		task = "CODE_RETRIEVAL_QUERY"
	}
	requests := make([]embedRequest, len(texts))
	for i, text := range texts {
		requests[i].Model = "models/" + bare(model)
		requests[i].Content.Parts = []embedPart{{text}}
		requests[i].TaskType = task
	}
	return map[string]any{"requests": requests}
}
