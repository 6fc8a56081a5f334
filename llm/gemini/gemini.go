// Package gemini speaks the Gemini API of Google AI Studio.
// It only converts messages: tools and conversations belong to package ptk, HTTP and errors to package wire.
// Start at [New] and [Provider.Stream].
package gemini

import (
	"context"
	"fmt"
	"iter"
	"net/url"
	"slices"
	"strings"

	"ptk-lsp/llm"
	"ptk-lsp/llm/wire"
)

// Options describe the server; its address may have or lack /v1beta.
type Options = wire.Options

// Provider asks Gemini models. It satisfies [llm.Provider].
type Provider struct {
	endpoint   *wire.Endpoint
	signatures *signatures
}

// New checks the options and returns the provider; it sends nothing.
func New(o Options) (*Provider, error) {
	endpoint, err := connect(o)
	if err != nil {
		return nil, err
	}
	return &Provider{endpoint: endpoint, signatures: newSignatures()}, nil
}

// Close closes the idle connections.
func (p *Provider) Close() { p.endpoint.Close() }

// Stream asks the model. The API has no end mark: an answer is complete if its stream ends in good order after a finish reason.
func (p *Provider) Stream(ctx context.Context, r llm.Request) iter.Seq2[llm.Delta, error] {
	open := func() (*wire.Stream, error) {
		body, err := encode(r, p.signatures)
		if err != nil {
			return nil, fmt.Errorf("%s: writing the request: %w", p.endpoint.Name, err)
		}
		s, err := p.endpoint.Stream(ctx, modelPath(r.Model)+":streamGenerateContent?alt=sse", body)
		if err != nil {
			return nil, wire.NameModels(ctx, r.Model, err, p.Models)
		}
		return s, nil
	}
	decoder := func() wire.Decoder { return &decoder{endpoint: p.endpoint, signatures: p.signatures} }
	return p.endpoint.Answer(ctx, open, decoder, false)
}

// Models lists the models that generate text.
func (p *Provider) Models(ctx context.Context) ([]llm.Model, error) {
	var models []llm.Model
	for token, n := "", 0; n < wire.MaxPages; n++ {
		var page struct {
			Models []struct {
				Name    string     `json:"name"`
				Window  wire.Count `json:"inputTokenLimit"`
				Methods []string   `json:"supportedGenerationMethods"`
			} `json:"models"`
			Next string `json:"nextPageToken"`
		}
		query := url.Values{"pageSize": {"1000"}}
		if token != "" {
			query.Set("pageToken", token)
		}
		if err := p.endpoint.Get(ctx, "/models?"+query.Encode(), &page); err != nil {
			return nil, err
		}
		for _, m := range page.Models {
			if id := bare(m.Name); slices.Contains(m.Methods, "generateContent") {
				native := strings.HasPrefix(id, "gemini-")
				models = append(models, llm.Model{ID: id, ContextWindow: int(m.Window), NativeTools: native, Images: llm.Sees(id)})
			}
		}
		if page.Next == "" || page.Next == token {
			break
		}
		token = page.Next
	}
	return wire.Listed(models), nil
}
