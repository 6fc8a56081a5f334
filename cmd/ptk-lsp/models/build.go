package models

import (
	"time"

	"ptk-lsp/cmd/ptk-lsp/settings"
	"ptk-lsp/llm"
	"ptk-lsp/llm/driver"
	"ptk-lsp/llm/steady"
)

// built is a provider as turns use it, and as it is by itself.
type built struct {
	llm.Provider
	bare llm.Provider
}

// builder returns the constructor of a source's provider. Servers are retried, and paused after repeated failures; a page is
// never asked again without the user.
func builder(s source, c settings.Chat) func() (built, error) {
	return func() (built, error) {
		p, err := s.Kind.New(s.options(time.Duration(c.LLMIdleTimeoutMs) * time.Millisecond))
		if err != nil || s.Kind.Medium != driver.Server {
			return built{p, p}, err
		}
		retrying := steady.Retry(p, steady.RetryOptions{Max: settings.ZeroIsNone(c.MaxRetries)})
		return built{steady.Breaker(s.Name, retrying, steady.BreakerOptions{}), p}, nil
	}
}
