// Package openai speaks Chat Completions, the protocol of OpenAI and of every server compatible with it: Groq, OpenRouter,
// Ollama, llama.cpp, vLLM, LM Studio and others differ only in address and key.
// It only converts messages: tools and conversations belong to package ptk, HTTP and errors to package wire.
// Start at [New] and [Provider.Stream].
package openai

import (
	"strings"

	"ptk-lsp/llm/wire"
)

// Options describe the server; its address may have or lack /v1.
type Options = wire.Options

// Provider asks models of one server. It satisfies [llm.Provider].
type Provider struct {
	endpoint *wire.Endpoint
	local    *wire.Endpoint // the same server without /v1; nil if it is not local
	own      bool           // OpenAI's own server, which supports parameters that others refuse
	quirks   quirks
}

// New checks the options and returns the provider; it sends nothing.
func New(o Options) (*Provider, error) {
	endpoint, err := connect(o)
	if err != nil {
		return nil, err
	}
	o.BaseURL = endpoint.BaseURL
	p := &Provider{
		endpoint: endpoint,
		own:      strings.HasPrefix(o.BaseURL, "https://api.openai.com/"),
		quirks:   quirks{known: map[string]quirk{}},
	}
	if root, ok := strings.CutSuffix(o.BaseURL, "/v1"); ok && strings.HasPrefix(root, "http://") {
		o.BaseURL = root
		if p.local, err = wire.New(o, "Authorization", "Bearer "); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// Close closes the idle connections.
func (p *Provider) Close() {
	p.endpoint.Close()
	if p.local != nil {
		p.local.Close()
	}
}
