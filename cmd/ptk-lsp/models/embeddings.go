package models

import (
	"fmt"
	"strings"
	"time"

	"ptk-lsp/llm/embed"
)

// embedTime is how long a server may take for the vectors of some texts: a model on the user's own processor is slow.
const embedTime = 2 * time.Minute

// Embeddings returns a client of the model "provider/model" that makes vectors, which the caller closes. It sends nothing yet.
func (c *Catalogue) Embeddings(name string) (*embed.Client, error) {
	_, known := c.state()
	provider, model, _ := strings.Cut(name, "/")
	e := named(known, provider)
	if e == nil {
		return nil, fmt.Errorf("%q: there is no provider %q; write provider/model, with one of the providers %s", name, provider, names(known))
	}
	return e.embeddings(model)
}

func (s *source) embeddings(model string) (*embed.Client, error) {
	switch {
	case s.Kind.Embeddings == nil:
		return nil, fmt.Errorf("%s: providers of kind %q have no embedding models", s.Name, s.Kind.Name)
	case !s.usable():
		return nil, fmt.Errorf("%s/%s: there is no key: set %s", s.Name, model, s.KeyVariables[0])
	}
	return embed.New(embed.Options{Options: s.options(embedTime).Options, Dialect: s.Kind.Embeddings(), Model: model})
}
