package ptk

import "ptk-lsp/llm"

// Price is what a model's tokens cost, in US dollars for a million; the zero value is unknown, or nothing.
type Price struct {
	Input, Output float64
	Cached        float64 // of the input, what the provider had kept
}

// of gives what has been used in US dollars.
func (p Price) of(u llm.Usage) float64 {
	cached := min(u.CachedTokens, u.InputTokens)
	return (float64(u.InputTokens-cached)*p.Input + float64(cached)*p.Cached + float64(u.OutputTokens)*p.Output) / 1e6
}
