package openai

import (
	"cmp"
	"context"
	"regexp"
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

// nativeFamilies are the models known to call functions dependably.
var nativeFamilies = regexp.MustCompile(`(?i)(^|/)(gpt-(4o|4\.1|5)|o[134](-|$)|claude-|gemini-(2|3)|deepseek-(chat|v3)|grok-[34]|` +
	`kimi-k2|glm-4\.[5-9]|llama-3\.3-70b|llama-4|mistral-(large|medium)|qwen3-(coder|max))`)

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
			NativeTools:   nativeFamilies.MatchString(m.ID) && (m.Supported == nil || slices.Contains(m.Supported, "tools")),
		})
	}
	p.addWindows(ctx, models)
	slices.SortFunc(models, func(a, b llm.Model) int { return strings.Compare(a.ID, b.ID) })
	return models, nil
}
