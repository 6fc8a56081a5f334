package ptk

import (
	"encoding/json"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/notation"
)

// measured is the size of a request by what its messages are, in estimated tokens.
type measured struct{ system, history, results int }

func (m measured) total() int { return m.system + m.history + m.results }

// measure estimates the size of a request.
func measure(r llm.Request) (m measured) {
	for _, msg := range r.Messages {
		n := notation.EstimateTokens(msg.Content) + 4 + imageTokens*len(msg.Images)
		for _, c := range msg.ToolCalls {
			n += notation.EstimateTokens(c.Arguments)
		}
		switch msg.Role {
		case llm.System:
			m.system += n
		case llm.ToolRole:
			m.results += n
		default:
			m.history += n
		}
	}
	if tools, err := json.Marshal(r.Tools); err == nil && len(r.Tools) > 0 {
		m.system += notation.EstimateTokens(string(tools))
	}
	return m
}

// promptTokens estimates the size of a request.
func promptTokens(r llm.Request) int { return measure(r).total() }

// parts tells what a request is made of, as its provider counts.
func (t *turn) parts(m measured) []chat.PromptPart {
	rules, attached := min(t.ruleTokens, m.system), min(t.attachedTokens, m.history)
	all := []chat.PromptPart{
		{Name: chat.PartSystem, Tokens: m.system - rules, Budget: 0},
		{Name: chat.PartRules, Tokens: rules, Budget: t.share(rulesShare, t.limits.RulesTokens)},
		{Name: chat.PartHistory, Tokens: m.history - attached, Budget: t.limits.HistoryTokens},
		{Name: chat.PartResults, Tokens: m.results, Budget: t.share(resultShare, t.limits.ToolResultTokens)},
		{Name: chat.PartAttachments, Tokens: attached, Budget: t.share(resultShare, t.limits.AttachmentTokens)},
	}
	for i := range all {
		all[i].Tokens = t.m.counting.tokens(t.route.Name, all[i].Tokens)
	}
	return all
}
