// Package gemini speaks the Gemini API of Google AI Studio.
// It knows nothing of tools that run or of conversations that last; HTTP and errors are package wire's.
// Start at [New] and [Provider.Stream].
package gemini

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"net/url"
	"slices"
	"strings"

	"ptk-lsp/llm"
	"ptk-lsp/llm/wire"
)

// DefaultURL is Google's own address.
const DefaultURL = "https://generativelanguage.googleapis.com"

const apiVersion = "/v1beta"

// Options say which server a [Provider] speaks to; the address may stand with or without /v1beta.
type Options = wire.Options

// Provider asks Gemini models. It satisfies [llm.Provider].
type Provider struct {
	endpoint   *wire.Endpoint
	signatures *signatures
}

// New checks the options and gives the provider; nothing is sent yet.
func New(o Options) (*Provider, error) {
	base := strings.TrimRight(strings.TrimSpace(cmp.Or(o.BaseURL, DefaultURL)), "/")
	o.BaseURL = strings.TrimSuffix(base, apiVersion) + apiVersion
	endpoint, err := wire.New(o, "X-Goog-Api-Key", "") // rather than in the URL, which ends up in logs
	if err != nil {
		return nil, err
	}
	return &Provider{endpoint: endpoint, signatures: newSignatures()}, nil
}

// Close closes the connections that are kept open for the next request.
func (p *Provider) Close() { p.endpoint.Close() }

// Stream asks the model. The API has no end mark: an answer is complete where its stream ends in good order after a finish reason.
func (p *Provider) Stream(ctx context.Context, r llm.Request) iter.Seq2[llm.Delta, error] {
	open := func() (*wire.Stream, error) {
		body, err := p.encode(r)
		if err != nil {
			return nil, fmt.Errorf("%s: writing the request: %w", p.endpoint.Name, err)
		}
		path := "/models/" + url.PathEscape(strings.TrimPrefix(r.Model, "models/")) + ":streamGenerateContent?alt=sse"
		s, err := p.endpoint.Stream(ctx, path, body)
		if err != nil {
			return nil, wire.NameModels(ctx, r.Model, err, p.Models)
		}
		return s, nil
	}
	decoder := func() wire.Decoder { return &decoder{endpoint: p.endpoint, signatures: p.signatures} }
	return p.endpoint.Answer(open, decoder, false)
}

// Models lists the models that write texts.
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
			if id := strings.TrimPrefix(m.Name, "models/"); slices.Contains(m.Methods, "generateContent") {
				models = append(models, llm.Model{ID: id, ContextWindow: int(m.Window), NativeTools: strings.HasPrefix(id, "gemini-"), Images: llm.Sees(id)})
			}
		}
		if page.Next == "" || page.Next == token {
			break
		}
		token = page.Next
	}
	return wire.Listed(models), nil
}
