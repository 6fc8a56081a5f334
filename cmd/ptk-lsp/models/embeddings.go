package models

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"ptk-lsp/llm/embed"
	"ptk-lsp/llm/wire"
)

// embedTime is how long a server may take for the vectors of some texts: a model on the user's own processor is slow.
const embedTime = 2 * time.Minute

// Embeddings finds the model "provider/model" that makes vectors. Nothing is asked of it yet; the client must be closed.
func (c *Catalogue) Embeddings(name string) (*embed.Client, error) {
	_, known := c.state()
	provider, model, _ := strings.Cut(name, "/")
	i := slices.IndexFunc(known, func(e *entry) bool { return e.name == provider })
	if i < 0 {
		return nil, fmt.Errorf("%q: there is no provider %q; there are %s, and a model is written provider/model", name, provider, strings.Join(names(known), ", "))
	}
	return known[i].embeddings(model)
}

func (s *source) embeddings(model string) (*embed.Client, error) {
	if !s.usable() {
		return nil, fmt.Errorf("%s/%s: there is no key: set %s", s.name, model, s.keyVars[0])
	}
	o := embed.Options{
		Options: wire.Options{Name: s.name, BaseURL: s.baseURL, Key: s.key, URLVariable: s.urlVar, Header: header(s.headers), Idle: embedTime},
		Kind:    embed.Kind(s.kind), Model: model,
	}
	if len(s.keyVars) > 0 {
		o.KeyVariable = s.keyVars[0]
	}
	return embed.New(o)
}
