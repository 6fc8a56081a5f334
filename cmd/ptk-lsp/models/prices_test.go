package models

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/cmd/ptk-lsp/settings"
	"ptk-lsp/ptk/chat"
)

func TestPriceOfAModel(t *testing.T) {
	c := New(settings.Settings{Providers: map[string]settings.Provider{"offline": {Prices: map[string]settings.Price{
		"dear": {Input: 10, Output: 30, Cached: 1}, "*": {Input: 2, Output: 3},
	}}}}, env(nil))
	for model, want := range map[string]chat.Price{"dear": {Input: 10, Output: 30, Cached: 1}, "other": {Input: 2, Output: 3, Cached: 2}} {
		r, err := c.Resolve(t.Context(), "offline/"+model)
		if diff := cmp.Diff(want, r.Price); diff != "" || err != nil {
			t.Errorf("%s: %v %s", model, err, diff)
		}
	}
}

func TestTable(t *testing.T) {
	vars := map[string]string{"OPENAI_API_KEY": "k", "ANTHROPIC_API_KEY": "k", "GEMINI_API_KEY": "k", "GROQ_API_KEY": "k"}
	c := New(settings.Settings{}, env(vars))
	for name, want := range map[string]struct {
		window int
		input  float64
	}{
		"openai/gpt-5-mini": {272_000, 0.25}, "openai/gpt-5-mini-2025-08-07": {272_000, 0.25},
		"openai/gpt-4o": {128_000, 2.5}, "anthropic/claude-sonnet-4-5-20250929": {200_000, 3},
		"anthropic/claude-sonnet-4-20250514": {200_000, 3}, "ai-studio/gemini-2.5-flash-preview-09-2025": {1_048_576, 0.3},
		"groq/openai/gpt-oss-120b": {131_072, 0.15},
	} {
		r, err := c.Resolve(t.Context(), name)
		if err != nil || r.Window != want.window || r.Price.Input != want.input || !r.Price.Estimated {
			t.Errorf("%s: %d tokens, %+v, %v", name, r.Window, r.Price, err)
		}
	}
	factors := map[string]float64{}
	for _, s := range services() {
		factors[s.Name] = s.Kind.CacheWrite
	}
	for service, rows := range table {
		factor, ok := factors[service]
		if !ok {
			t.Errorf("there is no service %q", service)
		}
		for _, row := range rows {
			if got := withCacheWrite(factor, row.price); got.Written > 0 != (service == "anthropic") {
				t.Errorf("%s/%s: writing to the cache costs %v", service, row.model, got.Written)
			}
			if p := row.price; row.window == 0 || p.Input <= 0 || p.Output <= p.Input || p.Cached <= 0 || p.Cached > p.Input {
				t.Errorf("%s/%s: %+v", service, row.model, row)
			}
		}
	}
	// A server at another address may offer anything under these names.
	other := settings.Settings{Providers: map[string]settings.Provider{"openai": {BaseURL: "http://127.0.0.1:1", ContextWindow: 1}}}
	if r, err := New(other, env(vars)).Resolve(t.Context(), "openai/gpt-5-mini"); err != nil || r.Price != (chat.Price{}) {
		t.Errorf("%+v, %v", r.Price, err)
	}
}
