package openai

import (
	"ptk-lsp/llm"
	"ptk-lsp/llm/driver"
)

// Kind is Chat Completions.
func Kind() driver.Kind {
	return driver.Kind{
		Name:       "openai",
		New:        func(o driver.Options) (llm.Provider, error) { return New(o.Options) },
		Embeddings: Embeddings,
	}
}

// Service is OpenAI itself. Its default model and those below are of November 2026.
func Service() driver.Service {
	return driver.Service{
		Name: "openai", Kind: Kind(), URL: DefaultURL, URLVariable: "OPENAI_BASE_URL",
		KeyVariables: []string{"OPENAI_API_KEY"}, DefaultModel: "gpt-5-mini",
		Setup: driver.Setup{Title: "OpenAI", KeyPage: "https://platform.openai.com/api-keys"},
	}
}

// Groq is the service of that name.
func Groq() driver.Service {
	return driver.Service{
		Name: "groq", Kind: Kind(), URL: "https://api.groq.com/openai/v1",
		KeyVariables: []string{"GROQ_API_KEY"}, DefaultModel: "openai/gpt-oss-120b",
		Setup: driver.Setup{Title: "Groq", KeyPage: "https://console.groq.com/keys"},
	}
}

// OpenRouter is the service of that name.
func OpenRouter() driver.Service {
	return driver.Service{
		Name: "openrouter", Kind: Kind(), URL: "https://openrouter.ai/api/v1",
		KeyVariables: []string{"OPENROUTER_API_KEY"}, DefaultModel: "openrouter/auto",
		Setup: driver.Setup{Title: "OpenRouter", KeyPage: "https://openrouter.ai/keys", ListsWithoutKey: true},
	}
}

// LMStudio is LM Studio on the user's machine.
func LMStudio() driver.Service {
	return driver.Service{
		Name: "lm-studio", Kind: Kind(), URL: "http://127.0.0.1:1234/v1", Local: true,
		Start: "Start the server in LM Studio: open its Developer page and switch it on, or run: lms server start.",
		Setup: driver.Setup{
			Title: "LM Studio", Page: "https://lmstudio.ai/download", Start: "lms server start", Pull: "lms get",
			Programs: []string{
				"lms", "~/.lmstudio/bin/lms", "~/.lmstudio/bin/lms.exe", "/Applications/LM Studio.app",
				"%LOCALAPPDATA%/Programs/LM Studio/LM Studio.exe",
			},
		},
	}
}
