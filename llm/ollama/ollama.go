// Package ollama speaks Ollama's own chat API, because its OpenAI-compatible one has no parameter for the context window and
// truncates silently what exceeds it.
// It only converts messages: tools and conversations belong to package ptk, HTTP and errors to package wire.
// Start at [New] and [Provider.Stream]; window.go chooses the context window.
package ollama

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"

	"ptk-lsp/llm"
	"ptk-lsp/llm/wire"
)

// Options describe the server; its address may have or lack /v1 or /api.
type Options struct {
	wire.Options
	// Window is the context window in tokens with which models that support it are loaded; 0 takes that of the model's own
	// parameters, else [DefaultWindow].
	Window int
}

// Provider asks models of one server. It satisfies [llm.Provider] and [llm.Describer].
type Provider struct{ *catalogue }

// New checks the options and returns the provider; it sends nothing.
func New(o Options) (*Provider, error) {
	endpoint, err := connect(o.Options)
	if err != nil {
		return nil, err
	}
	return &Provider{newCatalogue(endpoint, o.Window)}, nil
}

// Close closes the idle connections.
func (p *Provider) Close() { p.endpoint.Close() }

// Stream asks the model, which is loaded with the context window that [Provider.Describe] returns. An answer is complete with
// the line that marks its end.
func (p *Provider) Stream(ctx context.Context, r llm.Request) iter.Seq2[llm.Delta, error] {
	open := func() (*wire.Stream, error) {
		window := 0
		if m, err := p.Describe(ctx, r.Model); err == nil && !remote(r.Model) {
			window = m.ContextWindow // after an error the request itself fails, with a better message
		}
		body, err := encode(r, window)
		if err != nil {
			return nil, fmt.Errorf("%s: writing the request: %w", p.endpoint.Name, err)
		}
		s, err := p.endpoint.Stream(ctx, "/chat", body)
		if err != nil {
			return nil, p.advise(wire.NameModels(ctx, r.Model, err, p.list), r.Model)
		}
		return s, nil
	}
	decoder := func() wire.Decoder { return &decoder{endpoint: p.endpoint} }
	return p.endpoint.Answer(ctx, open, decoder, false)
}

// advise adds suggestions to errors that only this server has.
func (p *Provider) advise(err error, model string) error {
	var failed *llm.Error
	switch {
	case !errors.As(err, &failed):
	case failed.Kind == llm.KindModel:
		failed.Suggestion = strings.TrimSpace(failed.Suggestion + " Or download it: ollama pull " + model)
	case strings.Contains(failed.Message, "more system memory"):
		failed.Kind = llm.KindRequest // trying again won't help
		failed.Suggestion = "Choose a smaller model, or set a smaller contextWindow for " + p.endpoint.Name + " in the settings."
	}
	return err
}
