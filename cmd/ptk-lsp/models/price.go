package models

import (
	"cmp"

	"ptk-lsp/ptk"
)

// price is what the settings say of a model, or else of all the provider's others ("*").
func (e *entry) price(model string) ptk.Price {
	p, ok := e.prices[model]
	if !ok {
		p = e.prices["*"]
	}
	return ptk.Price{Input: p.Input, Output: p.Output, Cached: cmp.Or(p.Cached, p.Input)}
}
