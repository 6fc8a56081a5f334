package anthropic_test

import (
	"testing"
	"time"

	"ptk-lsp/llm"
	"ptk-lsp/llm/anthropic"
	"ptk-lsp/llm/llmtest"
)

func FuzzAnswer(f *testing.F) {
	llmtest.FuzzAnswer(f, func(t *testing.T, url string, idle time.Duration) llm.Provider {
		p, err := anthropic.New(anthropic.Options{Name: "anthropic", BaseURL: url, Key: llmtest.Key, Idle: idle})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(p.Close)
		return p
	})
}
