package openai

import (
	"strings"

	"ptk-lsp/llm/wire"
)

// DefaultURL is OpenAI's own address.
const DefaultURL = "https://api.openai.com/v1"

// connect completes the address and returns the endpoint.
func connect(o wire.Options) (*wire.Endpoint, error) {
	o.BaseURL = baseURL(o.BaseURL)
	return wire.New(o, "Authorization", "Bearer ")
}

// baseURL completes an address as users write it: "localhost:11434" gets its scheme, one without a path gets /v1, and one
// with the path of the method loses that. Any other path stays.
func baseURL(address string) string {
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

// schemeFor returns the scheme for an address without one: hosts of the local machine and network speak plain HTTP.
func schemeFor(address string) string {
	host, _, _ := strings.Cut(address, "/")
	name, _, port := strings.Cut(host, ":")
	if port || !strings.Contains(name, ".") {
		return "http://"
	}
	return "https://"
}
