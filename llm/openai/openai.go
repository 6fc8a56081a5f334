// Package openai speaks Chat Completions, the protocol of OpenAI and of every server compatible with it: Groq, OpenRouter,
// Ollama, llama.cpp, vLLM, LM Studio and others differ in address and key alone.
// It knows nothing of tools that run or of conversations that last; HTTP and errors are package wire's.
// Start at [New] and [Provider.Stream].
package openai

import (
	"strings"
	"sync"

	"ptk-lsp/llm/wire"
)

// DefaultURL is OpenAI's own address.
const DefaultURL = "https://api.openai.com/v1"

// Options say which server a [Provider] speaks to; the address may stand with or without /v1.
type Options = wire.Options

// Provider asks models of one server. It satisfies [llm.Provider].
type Provider struct {
	endpoint *wire.Endpoint
	local    *wire.Endpoint // the same server without /v1; nil for one that is not local
	own      bool           // OpenAI's own server, which knows parameters that others refuse

	mu     sync.Mutex
	quirks map[string]quirk // by model; guarded by mu
}

// New checks the options and gives the provider; nothing is sent yet.
func New(o Options) (*Provider, error) {
	o.BaseURL = BaseURL(o.BaseURL)
	endpoint, err := wire.New(o, "Authorization", "Bearer ")
	if err != nil {
		return nil, err
	}
	p := &Provider{
		endpoint: endpoint,
		own:      strings.HasPrefix(o.BaseURL, "https://api.openai.com/"),
		quirks:   map[string]quirk{},
	}
	if root, ok := strings.CutSuffix(o.BaseURL, "/v1"); ok && strings.HasPrefix(root, "http://") {
		o.BaseURL = root
		if p.local, err = wire.New(o, "Authorization", "Bearer "); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// Close closes the connections that are kept open for the next request.
func (p *Provider) Close() {
	p.endpoint.Close()
	if p.local != nil {
		p.local.Close()
	}
}

// BaseURL completes an address as users write it: "localhost:11434" gets its scheme, one without a path gets /v1, and one
// that names the whole method loses that. A path of its own stays as it is.
func BaseURL(address string) string {
	address = strings.TrimSpace(address)
	if !strings.HasSuffix(address, "://") {
		address = strings.TrimRight(address, "/")
	}
	if address == "" {
		return DefaultURL
	}
	if !strings.Contains(address, "://") {
		address = schemeFor(address) + address
	}
	if whole, ok := strings.CutSuffix(address, "/chat/completions"); ok {
		return whole
	}
	if _, rest, _ := strings.Cut(address, "://"); !strings.Contains(rest, "/") {
		return address + "/v1"
	}
	return address
}

// schemeFor gives the scheme of an address written without one: hosts of the local machine and network speak plain HTTP.
func schemeFor(address string) string {
	host, _, _ := strings.Cut(address, "/")
	name, _, port := strings.Cut(host, ":")
	if port || !strings.Contains(name, ".") {
		return "http://"
	}
	return "https://"
}
