package gemini

import (
	"cmp"
	"net/url"
	"strings"

	"ptk-lsp/llm/wire"
)

// DefaultURL is Google's own address.
const DefaultURL = "https://generativelanguage.googleapis.com"

const apiVersion = "/v1beta"

// connect completes the address and returns the endpoint.
func connect(o wire.Options) (*wire.Endpoint, error) {
	base := strings.TrimRight(strings.TrimSpace(cmp.Or(o.BaseURL, DefaultURL)), "/")
	o.BaseURL = strings.TrimSuffix(base, apiVersion) + apiVersion
	return wire.New(o, "X-Goog-Api-Key", "") // not in the URL, which ends up in logs
}

// bare returns a model's name without the prefix of the API.
func bare(model string) string { return strings.TrimPrefix(model, "models/") }

// modelPath returns the path of a model, to which a method is appended.
func modelPath(model string) string { return "/models/" + url.PathEscape(bare(model)) }
