package ollama

import (
	"ptk-lsp/llm"
	"ptk-lsp/llm/driver"
)

// Kind is Ollama's own API.
func Kind() driver.Kind {
	return driver.Kind{
		Name: "ollama",
		New: func(o driver.Options) (llm.Provider, error) {
			return New(Options{Options: o.Options, Window: o.Window})
		},
		Embeddings:  Embeddings,
		LoadsWindow: true,
	}
}

// Service is Ollama on the user's machine.
func Service() driver.Service {
	return driver.Service{
		Name: "ollama", Kind: Kind(), URL: DefaultURL, URLVariable: "OLLAMA_HOST", Address: hostURL, Local: true,
		Start: "Start Ollama: open its app, or run: ollama serve.",
		Setup: driver.Setup{
			Title: "Ollama", Page: "https://ollama.com/download", Start: "ollama serve", Pull: "ollama pull qwen3",
			Programs: []string{
				"ollama", "/usr/local/bin/ollama", "/opt/homebrew/bin/ollama", "/Applications/Ollama.app",
				"%LOCALAPPDATA%/Programs/Ollama/ollama.exe",
			},
		},
	}
}
