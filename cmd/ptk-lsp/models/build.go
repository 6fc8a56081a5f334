package models

import (
	"net/http"
	"time"

	"ptk-lsp/cmd/ptk-lsp/settings"
	"ptk-lsp/llm"
	"ptk-lsp/llm/anthropic"
	"ptk-lsp/llm/browser"
	"ptk-lsp/llm/gemini"
	"ptk-lsp/llm/offline"
	"ptk-lsp/llm/ollama"
	"ptk-lsp/llm/openai"
	"ptk-lsp/llm/steady"
	"ptk-lsp/llm/wire"
)

// builder gives the function that makes a source's provider; nil for a kind that this program does not speak.
// Providers on the network are tried again where they fail, and left alone where they keep failing.
func builder(s source, c settings.Chat) func() (built, error) {
	build := plain(s, time.Duration(c.LLMIdleTimeoutMs)*time.Millisecond)
	if build == nil {
		return nil
	}
	return func() (built, error) {
		p, err := build()
		if err != nil || s.kind == "offline" || s.kind == "browser" { // a page is never asked again without the user
			return built{p, p}, err
		}
		again := steady.Retry(p, steady.RetryOptions{Max: retries(c.MaxRetries)})
		return built{steady.Breaker(s.name, again, steady.BreakerOptions{}), p}, nil
	}
}

// retries gives the setting as package steady takes it, to which 0 is the default.
func retries(set *int) int {
	switch {
	case set == nil:
		return 0
	case *set == 0:
		return -1
	}
	return *set
}

// built is a provider as turns use it, and as it is by itself.
type built struct {
	llm.Provider
	bare llm.Provider
}

// plain gives the function that makes a source's provider as it is.
func plain(s source, idle time.Duration) func() (llm.Provider, error) {
	o := wire.Options{Name: s.name, BaseURL: s.baseURL, Key: s.key, URLVariable: s.urlVar, Header: header(s.headers), Idle: idle, Local: s.local}
	if len(s.keyVars) > 0 {
		o.KeyVariable = s.keyVars[0]
	}
	switch s.kind {
	case "offline":
		return func() (llm.Provider, error) { return offline.New(), nil }
	case "openai":
		return func() (llm.Provider, error) { return openai.New(o) }
	case "ollama":
		return func() (llm.Provider, error) { return ollama.New(ollama.Options{Options: o, Window: s.contextWindow}) }
	case "anthropic":
		return func() (llm.Provider, error) { return anthropic.New(o) }
	case "browser":
		return func() (llm.Provider, error) {
			return browser.New(browser.Options{
				Name: s.name, URL: s.baseURL, Profile: s.profile, Program: s.program, Models: s.models,
				Selectors: browser.Selectors(s.selectors), Idle: idle,
			})
		}
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
