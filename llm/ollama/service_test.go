package ollama_test

import (
	"testing"

	"ptk-lsp/llm/ollama"
)

func TestAddressOfOLLAMA_HOST(t *testing.T) {
	for host, want := range map[string]string{
		"":                      "",
		"box":                   "http://box:11434",
		"0.0.0.0:8080":          "http://127.0.0.1:8080",
		"https://ollama.test/":  "https://ollama.test",
		"http://localhost:1234": "http://localhost:1234",
	} {
		if got := ollama.Service().Address(host); got != want {
			t.Errorf("%q: got %q, want %q", host, got, want)
		}
	}
}
