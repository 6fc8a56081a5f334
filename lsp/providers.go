package lsp

import (
	"context"
	"errors"

	"go.lsp.dev/jsonrpc2"

	"ptk-lsp/lsp/wire"
	"ptk-lsp/ptk/chat"
)

// providers handles ptk/providers.
func (h handlers) providers(ctx context.Context, _ *wire.Empty) (wire.ProvidersResult, error) {
	known, err := h.knownProviders(ctx)
	if err != nil {
		return wire.ProvidersResult{}, err
	}
	return wire.FromProviders(known.Providers(ctx)), nil
}

// testProvider handles ptk/testProvider. The key of the params is in no error: the provider removes it from the server's answers.
func (h handlers) testProvider(ctx context.Context, p *wire.TestProviderParams) (wire.TestProviderResult, error) {
	known, err := h.knownProviders(ctx)
	if err != nil {
		return wire.TestProviderResult{}, err
	}
	tested, err := known.TestProvider(ctx, chat.ProviderTest{Provider: p.Provider, Kind: p.Kind, BaseURL: p.BaseURL, Key: p.Key})
	out := wire.TestProviderResult{BaseURL: tested.BaseURL, Models: append([]string{}, tested.Models...)}
	if err != nil {
		out.Error = &wire.ProviderError{Message: err.Error()}
		if failed, ok := errors.AsType[*chat.ProviderError](err); ok {
			out.Error = &wire.ProviderError{Message: failed.Message, Suggestion: failed.Suggestion}
		}
	}
	return out, nil
}

func (h handlers) knownProviders(ctx context.Context) (chat.Providers, error) {
	session, err := h.sessions.configured(ctx)
	if err != nil {
		return nil, err
	}
	if session.Providers == nil {
		return nil, jsonrpc2.Errorf(jsonrpc2.InternalError, "this server has no providers to set up")
	}
	return session.Providers, nil
}
