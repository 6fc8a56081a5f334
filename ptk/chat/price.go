package chat

import "ptk-lsp/llm"

// Price is the price of a model in US dollars for a million tokens; the zero value is unknown or free.
type Price struct {
	Input, Output float64
	Cached        float64 // input that the provider had cached
	Written       float64 // input that the provider wrote into its cache; 0 for the price of input
	// Estimated reports whether the price is a built-in one, neither set by the user nor reported by the server.
	Estimated bool
	// Long is the price of a request whose input is larger than LongAbove tokens; nil if there is no such price.
	Long      *Price
	LongAbove int
}

// Of returns the cost of a request in US dollars.
func (p Price) Of(u llm.Usage) float64 {
	if p.Long != nil && u.InputTokens > p.LongAbove {
		return p.Long.Of(u)
	}
	cached := min(u.CachedTokens, u.InputTokens)
	written := 0
	if p.Written > 0 {
		written = min(u.WrittenTokens, u.InputTokens-cached)
	}
	input := float64(u.InputTokens-cached-written)*p.Input + float64(cached)*p.Cached + float64(written)*p.Written
	return (input + float64(u.OutputTokens)*p.Output) / 1e6
}
