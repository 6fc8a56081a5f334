package prompt

import (
	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/notation"
)

// Completion is what a model answered to a request.
type Completion struct {
	Usage           *llm.Usage // as the provider reports it; nil if it doesn't
	Text            string     // all that the model wrote
	ReasoningTokens int        // estimated
}

// AddUsage adds what a request used to the usage of a turn, estimated if the provider reports nothing. A reported count improves
// later estimates. Attached is the estimated size of the attachments to the turn's message.
func (b *Builder) AddUsage(u *chat.Usage, r llm.Request, c Completion, attached int) {
	used, size := c.Usage, measure(r)
	if used == nil {
		used = &llm.Usage{InputTokens: size.total(), OutputTokens: notation.EstimateTokens(c.Text) + c.ReasoningTokens}
		u.Estimated = true
	} else {
		b.Counter.Learn(b.Route.Name, size.total(), used.InputTokens)
	}
	u.InputTokens += used.InputTokens
	u.OutputTokens += used.OutputTokens
	u.CachedTokens += used.CachedTokens
	cost := b.Route.Price.Of(*used)
	u.CostUSD += cost
	u.CostEstimated = u.CostEstimated || cost > 0 && (b.Route.Price.Estimated || c.Usage == nil)
	u.ContextTokens, u.ContextWindow = used.InputTokens+used.OutputTokens, b.Window()
	u.Parts = b.parts(size, attached)
}

// parts returns the sizes of a prompt's parts as the provider counts.
func (b *Builder) parts(s sizes, attached int) []chat.PromptPart {
	rules, attached := min(b.ruleTokens, s.system), min(attached, s.history)
	all := []chat.PromptPart{
		{Name: chat.PartSystem, Tokens: s.system - rules, Budget: 0},
		{Name: chat.PartRules, Tokens: rules, Budget: b.RuleTokens()},
		{Name: chat.PartHistory, Tokens: s.history - attached, Budget: b.Limits.HistoryTokens},
		{Name: chat.PartResults, Tokens: s.results, Budget: b.ResultTokens()},
		{Name: chat.PartAttachments, Tokens: attached, Budget: b.AttachmentTokens()},
	}
	for i := range all {
		all[i].Tokens = b.Counter.Tokens(b.Route.Name, all[i].Tokens)
	}
	return all
}
