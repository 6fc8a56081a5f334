package models

import (
	"net/http"
	"time"

	"ptk-lsp/llm"
	"ptk-lsp/llm/anthropic"
	"ptk-lsp/llm/gemini"
	"ptk-lsp/llm/offline"
	"ptk-lsp/llm/openai"
	"ptk-lsp/llm/wire"
)

// builder gives the function that makes a source's provider; nil for a kind that this program does not speak.
func builder(s source, idle time.Duration) func() (llm.Provider, error) {
	o := wire.Options{Name: s.name, BaseURL: s.baseURL, Key: s.key, URLVariable: s.urlVar, Header: header(s.headers), Idle: idle}
	if len(s.keyVars) > 0 {
		o.KeyVariable = s.keyVars[0]
	}
	switch s.kind {
	case "offline":
		return func() (llm.Provider, error) { return offline.New(), nil }
	case "openai":
		return func() (llm.Provider, error) { return openai.New(o) }
	case "anthropic":
		return func() (llm.Provider, error) { return anthropic.New(o) }
	case "gemini":
		return func() (llm.Provider, error) { return gemini.New(o) }
	}
	return nil
}

func header(fields map[string]string) http.Header {
	h := http.Header{}
	for k, v := range fields {
		h.Set(k, v)
	}
	return h
}
