package prompt

import "ptk-lsp/ptk/notation"

// systemFraction is the fraction of a model's window above which the system prompt is written for small models.
const systemFraction = 4

// SetSystem writes the system prompt. The same input yields the same bytes. Models that call functions natively get the tools with
// each request instead.
func (b *Builder) SetSystem(cache *SystemCache, in notation.PromptInput) {
	if b.Route.Native {
		in.Tools, in.Brief = nil, nil
	}
	f := b.Formatter
	text, tokens := cache.Prompt(f, in)
	if w := b.Route.Window; w > 0 && tokens > w/systemFraction {
		f.Profile = notation.Small
		text, _ = cache.Prompt(f, in)
	}
	b.system, b.ruleTokens = text, notation.EstimateTokens(in.Rules)
}
