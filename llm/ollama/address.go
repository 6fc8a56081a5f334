package ollama

import (
	"cmp"
	"strings"

	"ptk-lsp/llm/wire"
)

// DefaultURL is the address on which Ollama listens by default.
const DefaultURL = "http://127.0.0.1:11434"

// connect completes the address and returns the endpoint.
func connect(o wire.Options) (*wire.Endpoint, error) {
	base := strings.TrimRight(strings.TrimSpace(cmp.Or(o.BaseURL, DefaultURL)), "/")
	for _, path := range []string{"/v1", "/api"} {
		base = strings.TrimSuffix(base, path)
	}
	if !strings.Contains(base, "://") {
		base = "http://" + base
	}
	o.BaseURL, o.Local = base+"/api", true
	endpoint, err := wire.New(o, "Authorization", "Bearer ")
	if err != nil {
		return nil, err
	}
	endpoint.Lines = true
	return endpoint, nil
}

// hostURL returns the address of the server that OLLAMA_HOST names as "host", "host:port" or a URL.
func hostURL(host string) string {
	if host == "" {
		return ""
	}
	if !strings.Contains(host, "://") {
		host = "http://" + host
	}
	scheme, rest, _ := strings.Cut(host, "://")
	rest = strings.TrimSuffix(rest, "/")
	rest = strings.Replace(rest, "0.0.0.0", "127.0.0.1", 1)
	if !strings.Contains(rest, ":") && scheme == "http" {
		rest += ":11434"
	}
	return scheme + "://" + rest
}
