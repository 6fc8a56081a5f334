package ollama_test

import (
	"testing"
	"time"

	"ptk-lsp/llm"
	"ptk-lsp/llm/llmtest"
	"ptk-lsp/llm/ollama"
	"ptk-lsp/llm/wire"
)

func FuzzAnswer(f *testing.F) {
	llmtest.FuzzAnswer(f, func(t *testing.T, url string, idle time.Duration) llm.Provider {
		p, err := ollama.New(ollama.Options{Options: wire.Options{Name: "ollama", BaseURL: url, Key: llmtest.Key, Idle: idle}})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(p.Close)
		return p
	})
}
