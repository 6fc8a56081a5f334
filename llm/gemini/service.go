package gemini

import (
	"ptk-lsp/llm"
	"ptk-lsp/llm/driver"
)

// Kind is the Gemini API.
func Kind() driver.Kind {
	return driver.Kind{
		Name:       "gemini",
		New:        func(o driver.Options) (llm.Provider, error) { return New(o.Options) },
		Embeddings: Embeddings,
	}
}

// Service is Google AI Studio. The default model is that of November 2026.
func Service() driver.Service {
	return driver.Service{
		Name: "ai-studio", Kind: Kind(), URL: DefaultURL, URLVariable: "GOOGLE_GEMINI_BASE_URL",
		KeyVariables: []string{"GEMINI_API_KEY", "GOOGLE_API_KEY"}, DefaultModel: "gemini-2.5-flash",
		Setup: driver.Setup{Title: "Google AI Studio", KeyPage: "https://aistudio.google.com/apikey"},
	}
}
