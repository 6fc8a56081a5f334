package openai

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"ptk-lsp/llm"
)

// modelList is what servers tell of their models; the size of the window has many names.
type modelList struct {
	Data []struct {
		ID               string   `json:"id"`
		ContextLength    int      `json:"context_length"`     // OpenRouter
		MaxModelLen      int      `json:"max_model_len"`      // vLLM
		ContextWindow    int      `json:"context_window"`     // Groq
		MaxContextLength int      `json:"max_context_length"` // Mistral, LM Studio
		Supported        []string `json:"supported_parameters"`
		Meta             struct {
			Context int `json:"n_ctx"`       // llama.cpp: what it runs with
			Trained int `json:"n_ctx_train"` // llama.cpp: what the model could
		} `json:"meta"`
	} `json:"data"`
}

// Models lists what the server offers, in the order of their names.
func (p *Provider) Models(ctx context.Context) ([]llm.Model, error) {
	var list modelList
	if err := p.endpoint.Get(ctx, "/models", &list); err != nil {
		return nil, err
	}
	models := make([]llm.Model, 0, len(list.Data))
	for _, m := range list.Data {
		models = append(models, llm.Model{
			ID:            m.ID,
			ContextWindow: cmp.Or(m.Meta.Context, m.ContextLength, m.MaxModelLen, m.ContextWindow, m.MaxContextLength, m.Meta.Trained),
			NativeTools:   llm.CallsFunctions(m.ID) && (m.Supported == nil || slices.Contains(m.Supported, "tools")),
		})
	}
	p.addWindows(ctx, models)
	slices.SortFunc(models, func(a, b llm.Model) int { return strings.Compare(a.ID, b.ID) })
	return models, nil
}
