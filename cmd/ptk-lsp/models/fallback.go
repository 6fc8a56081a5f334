package models

import (
	"context"

	"ptk-lsp/llm/steady"
	"ptk-lsp/ptk"
)

// backed puts the models of the setting fallback behind a route, as far as they can be found and call tools the same way.
// The embedded provider fails for no reason that another could help with, so nothing stands behind it.
func (c *Catalogue) backed(ctx context.Context, r ptk.Route) ptk.Route {
	c.mu.Lock()
	names := c.fallback
	c.mu.Unlock()
	var others []steady.Choice
	for _, name := range names {
		other, err := c.find(ctx, name)
		if err == nil && other.Name != r.Name && other.Native == r.Native {
			others = append(others, steady.Choice{Name: other.Name, Provider: other.Provider, Model: other.Model})
		}
	}
	if len(others) > 0 && r.Name != "offline/search" {
		r.Provider = steady.Fallback(steady.Choice{Name: r.Name, Provider: r.Provider, Model: r.Model}, others...)
	}
	return r
}
