package openai

import (
	"context"
	"math"
	"slices"
	"strconv"
	"strings"

	"ptk-lsp/llm"
	"ptk-lsp/llm/wire"
)

// modelList is the list of models; servers name the size of the context window differently.
type modelList struct {
	Data []struct {
		ID               string     `json:"id"`
		ContextLength    wire.Count `json:"context_length"`     // OpenRouter
		MaxModelLen      wire.Count `json:"max_model_len"`      // vLLM
		ContextWindow    wire.Count `json:"context_window"`     // Groq
		MaxContextLength wire.Count `json:"max_context_length"` // Mistral, LM Studio
		Supported        []string   `json:"supported_parameters"`
		Architecture     struct {
			Inputs []string `json:"input_modalities"`
		} `json:"architecture"` // OpenRouter
		Pricing struct {
			Input   string `json:"prompt"`
			Output  string `json:"completion"`
			Cached  string `json:"input_cache_read"`
			Written string `json:"input_cache_write"`
		} `json:"pricing"` // OpenRouter, for one token
		Meta struct {
			Context wire.Count `json:"n_ctx"`       // llama.cpp: the window it was loaded with
			Trained wire.Count `json:"n_ctx_train"` // llama.cpp: the window it was trained for
		} `json:"meta"`
	} `json:"data"`
}

// Models lists the models of the server, sorted by name.
func (p *Provider) Models(ctx context.Context) ([]llm.Model, error) {
	var list modelList
	if err := p.endpoint.Get(ctx, "/models", &list); err != nil {
		return nil, err
	}
	models := make([]llm.Model, 0, len(list.Data))
	for _, m := range list.Data {
		models = append(models, llm.Model{
			ID:            m.ID,
			ContextWindow: m.Meta.Context.Or(m.ContextLength, m.MaxModelLen, m.ContextWindow, m.MaxContextLength, m.Meta.Trained),
			NativeTools:   llm.CallsFunctions(m.ID) && (m.Supported == nil || slices.Contains(m.Supported, "tools")),
			Images:        slices.Contains(m.Architecture.Inputs, "image"),
			Price: llm.Price{
				Input: perMillion(m.Pricing.Input), Output: perMillion(m.Pricing.Output),
				Cached: perMillion(m.Pricing.Cached), Written: perMillion(m.Pricing.Written),
			},
		})
	}
	models = wire.Listed(models)
	p.addWindows(ctx, models)
	slices.SortFunc(models, func(a, b llm.Model) int { return strings.Compare(a.ID, b.ID) })
	return models, nil
}

// perMillion returns the price of a million tokens from that of one, or 0 if it is missing.
func perMillion(one string) float64 {
	price, err := strconv.ParseFloat(one, 64)
	if err != nil || price < 0 {
		return 0
	}
	return math.Round(price*1e12) / 1e6
}
