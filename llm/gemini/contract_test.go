package gemini_test

import (
	"testing"
	"time"

	"go.uber.org/goleak"

	"ptk-lsp/llm"
	"ptk-lsp/llm/gemini"
	"ptk-lsp/llm/llmtest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestContract(t *testing.T) {
	llmtest.TestProvider(t, func(t *testing.T, url string, idle time.Duration) llm.Provider {
		p, err := gemini.New(gemini.Options{Name: "gemini", BaseURL: url, Key: llmtest.Key, KeyVariable: "THE_KEY", URLVariable: "THE_URL", Idle: idle})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(p.Close)
		return p
	}, llmtest.LacksWritten)
}
