package openai

import (
	"errors"
	"strings"
	"sync"

	"ptk-lsp/llm"
)

// quirk is a set of parameters that a server has refused for a model.
type quirk uint8

const (
	noStreamOptions quirk = 1 << iota
	noTemperature
	otherMaxTokens // max_completion_tokens in place of max_tokens, or the other way round
)

// refusedParameters are the parameters that some servers refuse, and that a request can do without.
var refusedParameters = []struct {
	name  string
	quirk quirk
}{
	{"stream_options", noStreamOptions},
	{"include_usage", noStreamOptions},
	{"max_tokens", otherMaxTokens},
	{"max_completion_tokens", otherMaxTokens},
	{"temperature", noTemperature},
}

// quirks are what the server has refused, by model. It is safe for concurrent use.
type quirks struct {
	mu    sync.Mutex
	known map[string]quirk // guarded by mu
}

// learn reports whether the request should be sent again without a parameter that the error names, and remembers it.
func (q *quirks) learn(model string, err error) bool {
	var refused *llm.Error
	if !errors.As(err, &refused) || refused.Kind != llm.KindRequest {
		return false
	}
	message := strings.ToLower(refused.Message)
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, r := range refusedParameters {
		if strings.Contains(message, r.name) && q.known[model]&r.quirk == 0 {
			q.known[model] |= r.quirk
			return true
		}
	}
	return false
}

func (q *quirks) of(model string) quirk {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.known[model]
}
