// Package ollama speaks Ollama's own chat API, for its OpenAI-compatible address can't be told how large a window to load a
// model with, and cuts what does not fit without a word.
// It knows nothing of tools that run or of conversations that last; HTTP and errors are package wire's.
// Start at [New] and [Provider.Stream]; the window is chosen in window.go.
package ollama

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"sync"

	"ptk-lsp/llm"
	"ptk-lsp/llm/wire"
)

// DefaultURL is where Ollama listens.
const DefaultURL = "http://127.0.0.1:11434"

// Options say which server a [Provider] speaks to; the address may stand with or without /v1 or /api.
type Options struct {
	wire.Options
	// Window is how many tokens models are loaded with, where they can take as many; 0 leaves it to what the model's own
	// parameters say, else [DefaultWindow].
	Window int
}

// Provider asks models of one server. It satisfies [llm.Provider] and [llm.Describer].
type Provider struct {
	endpoint *wire.Endpoint
	window   int

	mu    sync.Mutex
	known map[string]llm.Model // by name; guarded by mu
}

// New checks the options and gives the provider; nothing is sent yet.
func New(o Options) (*Provider, error) {
	base := strings.TrimRight(strings.TrimSpace(cmp.Or(o.BaseURL, DefaultURL)), "/")
	for _, path := range []string{"/v1", "/api"} {
		base = strings.TrimSuffix(base, path)
	}
	if !strings.Contains(base, "://") {
		base = "http://" + base
	}
	o.BaseURL, o.Local = base+"/api", true
	endpoint, err := wire.New(o.Options, "Authorization", "Bearer ")
	if err != nil {
		return nil, err
	}
	endpoint.Lines = true
	return &Provider{endpoint: endpoint, window: o.Window, known: map[string]llm.Model{}}, nil
}

// Close closes the connections that are kept open for the next request.
func (p *Provider) Close() { p.endpoint.Close() }

// Stream asks the model, which is loaded with the window that [Provider.Describe] tells. An answer is complete with the line
// that says so.
func (p *Provider) Stream(ctx context.Context, r llm.Request) iter.Seq2[llm.Delta, error] {
	open := func() (*wire.Stream, error) {
		window := 0
		if m, err := p.Describe(ctx, r.Model); err == nil && !remote(r.Model) {
			window = m.ContextWindow // else the answer to the request itself says what is wrong
		}
		body, err := encode(r, window)
		if err != nil {
			return nil, fmt.Errorf("%s: writing the request: %w", p.endpoint.Name, err)
		}
		s, err := p.endpoint.Stream(ctx, "/chat", body)
		if err != nil {
			return nil, p.advised(wire.NameModels(ctx, r.Model, err, p.list), r.Model)
		}
		return s, nil
	}
	decoder := func() wire.Decoder { return &decoder{endpoint: p.endpoint} }
	return p.endpoint.Answer(open, decoder, false)
}

// advised says of errors that are this server's own what to do.
func (p *Provider) advised(err error, model string) error {
	var failed *llm.Error
	switch {
	case !errors.As(err, &failed):
	case failed.Kind == llm.KindModel:
		failed.Suggestion = strings.TrimSpace(failed.Suggestion + " Or fetch it: ollama pull " + model)
	case strings.Contains(failed.Message, "more system memory"):
		failed.Kind = llm.KindRequest // trying again won't help
		failed.Suggestion = "Choose a smaller model, or set a smaller contextWindow for " + p.endpoint.Name + " in the settings."
	}
	return err
}
