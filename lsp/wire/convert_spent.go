package wire

import "ptk-lsp/ptk/transcript"

// FromSpent converts what was spent.
func FromSpent(rows []transcript.Spent) UsageResult {
	out := UsageResult{[]SpentTokens{}}
	for _, r := range rows {
		out.Rows = append(out.Rows, SpentTokens{
			Day: r.Day, Model: r.Model, ConversationID: r.ConversationID, Title: r.Title, Turns: r.Turns, InputTokens: r.InputTokens,
			OutputTokens: r.OutputTokens, CachedTokens: r.CachedTokens, CostUSD: r.CostUSD, Estimated: r.Estimated || r.CostEstimated,
		})
	}
	return out
}
