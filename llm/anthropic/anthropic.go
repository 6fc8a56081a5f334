// Package anthropic speaks the Messages API of Anthropic's Claude models, with marks for its prompt cache.
// It only converts messages: tools and conversations belong to package ptk, HTTP and errors to package wire.
// Start at [New] and [Provider.Stream].
package anthropic

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"net/url"
	"strings"

	"ptk-lsp/llm"
	"ptk-lsp/llm/wire"
)

// DefaultURL is Anthropic's own address.
const DefaultURL = "https://api.anthropic.com"

const apiVersion = "2023-06-01"

// Options describe the server; its address may have or lack /v1.
type Options = wire.Options

// Provider asks Claude models. It satisfies [llm.Provider].
type Provider struct{ endpoint *wire.Endpoint }

// New checks the options and returns the provider; it sends nothing.
func New(o Options) (*Provider, error) {
	base := strings.TrimRight(strings.TrimSpace(cmp.Or(o.BaseURL, DefaultURL)), "/")
	o.BaseURL = strings.TrimSuffix(base, "/v1") + "/v1"
	endpoint, err := wire.New(o, "X-Api-Key", "")
	if err != nil {
		return nil, err
	}
	endpoint.Header.Set("Anthropic-Version", apiVersion)
	return &Provider{endpoint}, nil
}

// Close closes the idle connections.
func (p *Provider) Close() { p.endpoint.Close() }

// Stream asks the model. An answer is complete with message_stop, or with its stop reason if the stream ends without that.
func (p *Provider) Stream(ctx context.Context, r llm.Request) iter.Seq2[llm.Delta, error] {
	open := func() (*wire.Stream, error) {
		body, err := encode(r)
		if err != nil {
			return nil, fmt.Errorf("%s: writing the request: %w", p.endpoint.Name, err)
		}
		s, err := p.endpoint.Stream(ctx, "/messages", body)
		if err != nil {
			return nil, wire.NameModels(ctx, r.Model, err, p.Models)
		}
		return s, nil
	}
	decoder := func() wire.Decoder { return &decoder{endpoint: p.endpoint, text: wire.NewFrame("text")} }
	return p.endpoint.Answer(ctx, open, decoder, true)
}

// Models lists the models that the key gives access to, the newest first.
func (p *Provider) Models(ctx context.Context) ([]llm.Model, error) {
	var models []llm.Model
	for after, n := "", 0; n < wire.MaxPages; n++ {
		var page struct {
			Data []struct {
				ID     string
				Window wire.Count `json:"max_input_tokens"` // missing in older versions
			}
			HasMore bool   `json:"has_more"`
			LastID  string `json:"last_id"`
		}
		query := url.Values{"limit": {"1000"}}
		if after != "" {
			query.Set("after_id", after)
		}
		if err := p.endpoint.Get(ctx, "/models?"+query.Encode(), &page); err != nil {
			return nil, err
		}
		for _, m := range page.Data {
			models = append(models, llm.Model{ID: m.ID, ContextWindow: m.Window.Or(window), NativeTools: true, Images: true})
		}
		if !page.HasMore || page.LastID == "" || page.LastID == after {
			break
		}
		after = page.LastID
	}
	return wire.Listed(models), nil
}
