package openai_test

import (
	"strings"
	"testing"

	"ptk-lsp/llm/openai"
)

func TestAddressIsCompleted(t *testing.T) {
	for given, want := range map[string]string{
		"":                                 "https://api.openai.com/v1",
		"https://api.openai.com":           "https://api.openai.com/v1",
		"https://api.openai.com/v1/":       "https://api.openai.com/v1",
		"https://api.groq.com/openai/v1":   "https://api.groq.com/openai/v1",
		"http://127.0.0.1:8080/":           "http://127.0.0.1:8080/v1",
		"localhost:11434":                  "http://localhost:11434/v1",
		"api.example.com":                  "https://api.example.com/v1",
		"https://host/x/chat/completions":  "https://host/x",
		"https://host/v1/chat/completions": "https://host/v1",
	} {
		endpoint, err := openai.Embeddings().Connect(openai.Options{BaseURL: given})
		if err != nil || endpoint.BaseURL != want {
			t.Errorf("%q: got %v, %v, want %q", given, endpoint, err, want)
		}
	}
	for _, bad := range []string{"ftp://host", "http://", "http://user:secret@host:port"} {
		if _, err := openai.New(openai.Options{BaseURL: bad}); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: error %v", bad, err)
		}
	}
}
