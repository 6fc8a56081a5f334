package ollama_test

import (
	"testing"
	"time"

	"go.uber.org/goleak"

	"ptk-lsp/llm/llmtest"
	"ptk-lsp/llm/ollama"
	"ptk-lsp/llm/wire"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func provider(t *testing.T, url string, change ...func(*ollama.Options)) *ollama.Provider {
	t.Helper()
	o := ollama.Options{Options: wire.Options{Name: "ollama", BaseURL: url, Key: llmtest.Key, Idle: 5 * time.Second}}
	for _, c := range change {
		c(&o)
	}
	p, err := ollama.New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p
}

func TestContract(t *testing.T) {
	llmtest.TestProvider(t, ollama.Kind(), llmtest.LacksCached, llmtest.LacksWritten, llmtest.LacksFilter)
}

func FuzzAnswer(f *testing.F) { llmtest.FuzzAnswer(f, ollama.Kind()) }
