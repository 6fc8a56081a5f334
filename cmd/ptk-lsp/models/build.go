package models

import (
	"net/http"
	"time"

	"ptk-lsp/llm"
	"ptk-lsp/llm/offline"
	"ptk-lsp/llm/openai"
)

// builder gives the function that makes a source's provider; nil for a kind that this program does not speak.
func builder(s source, idle time.Duration) func() (llm.Provider, error) {
	switch s.kind {
	case "offline":
		return func() (llm.Provider, error) { return offline.New(), nil }
	case "openai":
		return func() (llm.Provider, error) {
			o := openai.Options{Name: s.name, BaseURL: s.baseURL, Key: s.key, URLVariable: s.urlVar, Header: header(s.headers), Idle: idle}
			if len(s.keyVars) > 0 {
				o.KeyVariable = s.keyVars[0]
			}
			return openai.New(o)
		}
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
