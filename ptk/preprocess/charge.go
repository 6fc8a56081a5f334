package preprocess

import (
	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
)

// Charge is what a request to the preprocessing model used.
type Charge struct {
	Usage          llm.Usage
	Estimated      bool // the tokens
	CostUSD        float64
	PriceEstimated bool
}

// AddTo adds the charge to the usage of a turn.
func (c Charge) AddTo(u *chat.Usage) {
	u.InputTokens += c.Usage.InputTokens
	u.OutputTokens += c.Usage.OutputTokens
	u.CachedTokens += c.Usage.CachedTokens
	u.Estimated = u.Estimated || c.Estimated
	u.CostUSD += c.CostUSD
	u.CostEstimated = u.CostEstimated || c.CostUSD > 0 && (c.Estimated || c.PriceEstimated)
}
