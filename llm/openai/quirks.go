package openai

import (
	"errors"
	"strings"

	"ptk-lsp/llm"
)

// quirk is a set of parameters that a model's server has refused.
type quirk uint8

const (
	noStreamOptions quirk = 1 << iota
	noTemperature
	noStop
	otherMaxTokens // max_completion_tokens in place of max_tokens, or the other way round
)

// refusedParameters are the parameters that servers refuse now and then, and without which a request still does its work.
var refusedParameters = []struct {
	name  string
	quirk quirk
}{
	{"stream_options", noStreamOptions},
	{"include_usage", noStreamOptions},
	{"max_tokens", otherMaxTokens},
	{"max_completion_tokens", otherMaxTokens},
	{"temperature", noTemperature},
	{"'stop'", noStop},
}

// learn tells from an error whether the request is worth sending again without a parameter, and remembers it.
func (p *Provider) learn(model string, err error) bool {
	var refused *llm.Error
	if !errors.As(err, &refused) || refused.Kind != llm.KindRequest {
		return false
	}
	message := strings.ToLower(refused.Message)
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, r := range refusedParameters {
		if strings.Contains(message, r.name) && p.quirks[model]&r.quirk == 0 {
			p.quirks[model] |= r.quirk
			return true
		}
	}
	return false
}

func (p *Provider) quirksOf(model string) quirk {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.quirks[model]
}
