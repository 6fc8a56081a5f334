package chat

import "ptk-lsp/llm"

// Price is what a model's tokens cost, in US dollars for a million; the zero value is unknown, or nothing.
type Price struct {
	Input, Output float64
	Cached        float64 // of the input, what the provider had kept
	Written       float64 // of the input, what it wrote into its cache; 0 is the price of the input
	// Estimated says that the price is neither the user's nor told by the server.
	Estimated bool
	// Long is the price of a request whose input is larger than LongAbove tokens; nil where that makes no difference.
	Long      *Price
	LongAbove int
}

// of gives what a request has used in US dollars.
func (p Price) Of(u llm.Usage) float64 {
	if p.Long != nil && u.InputTokens > p.LongAbove {
		return p.Long.Of(u)
	}
	cached := min(u.CachedTokens, u.InputTokens)
	written := 0
	if p.Written > 0 {
		written = min(u.WrittenTokens, u.InputTokens-cached)
	}
	return (float64(u.InputTokens-cached-written)*p.Input + float64(cached)*p.Cached + float64(written)*p.Written + float64(u.OutputTokens)*p.Output) / 1e6
}
