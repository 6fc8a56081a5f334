// Package models finds language models for turns: from the settings, the usual environment variables, and the local
// servers that answer. It builds providers and asks them what they offer; it holds no conversation.
// Start at [New] and [Catalogue.Resolve].
package models

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"ptk-lsp/cmd/ptk-lsp/settings"
	"ptk-lsp/ptk/chat"
)

// Catalogue holds the providers. It satisfies ptk.Models and is safe for concurrent use.
type Catalogue struct {
	env      func(string) string
	probed   *probes
	mu       sync.Mutex // guards what follows
	model    string     // the setting
	fallback []string   // the setting
	small    string     // the setting preprocess
	known    []*entry
}

// entry is one provider, built when it is first used.
type entry struct {
	source
	probed *probes
	build  func() (built, error)
	mu     sync.Mutex // guards told
	told   told
}

// New makes a catalogue; env looks up environment variables, as os.Getenv does. Nothing is asked yet.
func New(s settings.Settings, env func(string) string) *Catalogue {
	c := &Catalogue{env: env, probed: &probes{file: probeFile(env)}}
	c.Configure(s)
	return c
}

// Configure takes over changed settings; turns that run go on with what they have.
func (c *Catalogue) Configure(s settings.Settings) {
	var known []*entry
	for _, src := range sources(s, c.env) {
		if build := builder(src, s.Chat); build != nil {
			known = append(known, &entry{source: src, probed: c.probed, build: sync.OnceValues(build)})
		}
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

// Resolve finds "provider/model"; "provider" alone is its default model, "" the current one. It asks a server only where
// what the first use of a model must know is not known otherwise. The models of the setting fallback stand behind it.
func (c *Catalogue) Resolve(ctx context.Context, name string) (chat.Route, error) {
	r, err := c.find(ctx, name)
	if err != nil {
		return r, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if r.Name != "offline/search" { // it fails for no reason that another could help with
		r.Fallback = slices.DeleteFunc(slices.Clone(c.fallback), func(name string) bool { return name == r.Name })
	}
	return r, nil
}

// Discover looks for the current model and what its first use must know, so that the user's first message need not wait for
// it. It sends nothing to a model. A provider that can't be asked tells so later.
func (c *Catalogue) Discover(ctx context.Context) {
	_, _ = c.find(ctx, "") //nolint:errcheck // told when a turn needs it
}

// Preprocess finds the model for titles and summaries. Without one in the settings ok is false and nothing is asked: no
// other model takes its place.
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
	i := slices.IndexFunc(known, func(e *entry) bool { return e.name == provider })
	if i >= 0 && known[i].dormant {
		return chat.Route{}, fmt.Errorf("%w: %q is %s", chat.ErrUnknownModel, name, known[i].asleep())
	}
	if i < 0 {
		return chat.Route{}, fmt.Errorf("%w: %q; the providers are %s, and a model is written provider/model",
			chat.ErrUnknownModel, name, strings.Join(names(known), ", "))
	}
	return known[i].route(ctx, model)
}

// first gives the first provider that has a key or answers; the embedded one always does. A page is asked only by name.
func (c *Catalogue) first(ctx context.Context, known []*entry) (chat.Route, error) {
	for _, e := range known {
		if !e.usable() || e.kind == "browser" || (e.local && e.kind != "offline" && !e.answers(ctx)) {
			continue
		}
		if r, err := e.route(ctx, ""); err == nil {
			return r, nil
		}
	}
	return chat.Route{}, fmt.Errorf("%w: no provider can be used", chat.ErrUnknownModel)
}

// List tells every provider's models and why they can or can't be asked; each provider is asked for at most a few seconds.
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

func names(known []*entry) []string {
	all := make([]string, len(known))
	for i, e := range known {
		all[i] = e.name
	}
	return all
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
