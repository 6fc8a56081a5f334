// Package models finds language models for turns: from the settings, the usual environment variables, and the local
// servers that answer. It builds providers and requests their lists of models; it knows nothing of conversations.
// Start at [New] and [Catalogue.Resolve]; services.go is the table of providers that are known without settings.
package models

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"ptk-lsp/cmd/ptk-lsp/settings"
	"ptk-lsp/ptk/chat"
)

// Catalogue holds the providers. It satisfies chat.Models and is safe for concurrent use.
type Catalogue struct {
	env      func(string) string
	probed   *probes
	mu       sync.Mutex // guards what follows
	model    string     // the setting
	fallback []string   // the setting
	small    string     // the setting preprocess
	known    []*entry
}

// New returns a catalogue; env looks up environment variables, as os.Getenv does. It sends nothing.
func New(s settings.Settings, env func(string) string) *Catalogue {
	c := &Catalogue{env: env, probed: &probes{file: probeFile(env)}}
	c.Configure(s)
	return c
}

// Configure applies changed settings; running turns keep the ones they have.
func (c *Catalogue) Configure(s settings.Settings) {
	var known []*entry
	for _, src := range sources(s, c.env) {
		known = append(known, newEntry(src, s.Chat, c.probed))
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.model, c.fallback, c.small, c.known = s.Model, s.Fallback, s.Preprocess, known
}

func (c *Catalogue) state() (model string, known []*entry) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.model, c.known
}

// Resolve finds "provider/model"; "provider" alone is its default model, "" the current one. It asks a server only if the first
// use of a model needs facts that are not known otherwise. The setting fallback lists the models after it.
func (c *Catalogue) Resolve(ctx context.Context, name string) (chat.Route, error) {
	r, err := c.find(ctx, name)
	if err != nil {
		return r, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if r.Name != "offline/search" { // which does not fail for a reason that another model does not share
		r.Fallback = slices.DeleteFunc(slices.Clone(c.fallback), func(name string) bool { return name == r.Name })
	}
	return r, nil
}

// Discover looks for the current model and what its first use must know, so that the user's first message doesn't wait for it. It
// sends nothing to a model. Errors are left to the first turn.
func (c *Catalogue) Discover(ctx context.Context) {
	_, _ = c.find(ctx, "") //nolint:errcheck // reported when a turn needs it
}

// Preprocess finds the model for titles and summaries. If the settings name none, ok is false and nothing is requested: no other
// model replaces it.
func (c *Catalogue) Preprocess(ctx context.Context) (r chat.Route, ok bool, err error) {
	c.mu.Lock()
	name := c.small
	c.mu.Unlock()
	if name == "" {
		return chat.Route{}, false, nil
	}
	r, err = c.find(ctx, name)
	return r, err == nil, err
}

func (c *Catalogue) find(ctx context.Context, name string) (chat.Route, error) {
	set, known := c.state()
	if name == "" {
		name = set
	}
	if name == "" {
		return c.first(ctx, known)
	}
	provider, model, _ := strings.Cut(name, "/")
	e := named(known, provider)
	switch {
	case e == nil:
		return chat.Route{}, fmt.Errorf("%w: %q; write provider/model, with one of the providers %s", chat.ErrUnknownModel, name, names(known))
	case e.OptIn:
		return chat.Route{}, fmt.Errorf("%w: %q is %s", chat.ErrUnknownModel, name, e.howToOptIn())
	}
	return e.route(ctx, model)
}

// first returns a route to the first provider that can be the default; the built-in one always can.
func (c *Catalogue) first(ctx context.Context, known []*entry) (chat.Route, error) {
	for _, e := range known {
		if !e.eligible(ctx) {
			continue
		}
		if r, err := e.route(ctx, ""); err == nil {
			return r, nil
		}
	}
	return chat.Route{}, fmt.Errorf("%w: no provider can be used", chat.ErrUnknownModel)
}

// List describes every provider's models, and why they can or can't be used; each provider has a few seconds to answer.
func (c *Catalogue) List(ctx context.Context) (models []chat.ModelInfo, current string) {
	_, known := c.state()
	lists := make([][]chat.ModelInfo, len(known))
	var wg sync.WaitGroup
	for i, e := range known {
		wg.Go(func() { lists[i] = e.infos(ctx) })
	}
	wg.Wait()
	if r, err := c.Resolve(ctx, ""); err == nil {
		current = r.Name
	}
	return slices.Concat(lists...), current
}

// KeyNames returns the environment variables that hold the keys of providers: no command of a model may see them.
func (c *Catalogue) KeyNames() []string {
	_, known := c.state()
	var all []string
	for _, e := range known {
		all = append(all, e.KeyVariables...)
	}
	return all
}

// named returns the provider of that name, or nil.
func named(known []*entry, name string) *entry {
	for _, e := range known {
		if e.Name == name {
			return e
		}
	}
	return nil
}

// names lists the providers for a message.
func names(known []*entry) string {
	all := make([]string, len(known))
	for i, e := range known {
		all[i] = e.Name
	}
	return strings.Join(all, ", ")
}
