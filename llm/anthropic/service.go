package anthropic

import (
	"ptk-lsp/llm"
	"ptk-lsp/llm/driver"
)

// Kind is the Messages API.
func Kind() driver.Kind {
	return driver.Kind{
		Name: "anthropic",
		New:  func(o driver.Options) (llm.Provider, error) { return New(o.Options) },
		// the price of tokens that are cached for five minutes, as ours are
		CacheWrite: 1.25,
	}
}

// Service is Anthropic itself. The default model is that of November 2026.
func Service() driver.Service {
	return driver.Service{
		Name: "anthropic", Kind: Kind(), URL: DefaultURL, URLVariable: "ANTHROPIC_BASE_URL",
		KeyVariables: []string{"ANTHROPIC_API_KEY"}, DefaultModel: "claude-sonnet-4-5",
		Setup: driver.Setup{Title: "Anthropic", KeyPage: "https://console.anthropic.com/settings/keys"},
	}
}
