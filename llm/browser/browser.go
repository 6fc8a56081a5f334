// Package browser asks a model through its chat page, in a real Chromium with a profile of its own that stores the user's login.
// All it knows about a page are selectors, and it starts nothing before the first request.
// Start at [New] and [Provider.Stream].
package browser

import (
	"context"
	"errors"
	"iter"

	"ptk-lsp/llm"
)

// Provider drives one chat page. It satisfies [llm.Provider]; its requests run one after the other, each with a browser of its
// own that is closed when the stream ends.
type Provider struct {
	o Options
}

// New checks the options and returns the provider; it starts nothing.
func New(o Options) (*Provider, error) {
	o, err := o.complete()
	if err != nil {
		return nil, err
	}
	return &Provider{o: o}, nil
}

// Models lists the names of the settings; the page is not opened.
func (p *Provider) Models(context.Context) ([]llm.Model, error) {
	models := make([]llm.Model, len(p.o.Models))
	for i, id := range p.o.Models {
		models[i].ID = id
	}
	return models, nil
}

// Stream starts a new chat, pastes the whole conversation and yields the answer as the page shows it, line by line. If the page
// asks for a login, a window opens for it, and a piece of reasoning says so. Tokens are not counted.
func (p *Provider) Stream(ctx context.Context, r llm.Request) iter.Seq2[llm.Delta, error] {
	return func(yield func(llm.Delta, error) bool) {
		unlock, err := lock(ctx, p.o.Profile)
		if err != nil {
			yield(llm.Delta{}, err)
			return
		}
		defer unlock()
		s := newSession(p.o, r.Model, yield)
		defer s.close()
		err = s.ask(ctx, r)
		if err == nil || errors.Is(err, errLeft) {
			return
		}
		yield(llm.Delta{}, p.o.failure(ctx, err))
	}
}
