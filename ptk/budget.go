package ptk

import (
	"encoding/json"

	"ptk-lsp/llm"
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
func (t *turn) parts(m measured) []PromptPart {
	rules, attached := min(t.ruleTokens, m.system), min(t.attachedTokens, m.history)
	all := []PromptPart{
		{PartSystem, m.system - rules, 0},
		{PartRules, rules, t.share(rulesShare, t.limits.RulesTokens)},
		{PartHistory, m.history - attached, t.limits.HistoryTokens},
		{PartResults, m.results, t.share(resultShare, t.limits.ToolResultTokens)},
		{PartAttachments, attached, t.share(resultShare, t.limits.AttachmentTokens)},
	}
	for i := range all {
		all[i].Tokens = t.m.counting.tokens(t.route.Name, all[i].Tokens)
	}
	return all
}
