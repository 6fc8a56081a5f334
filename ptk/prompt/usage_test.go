package prompt_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/llm"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/ptk/notation"
	"ptk-lsp/ptk/prompt"
)

func TestAddUsage(t *testing.T) {
	words := func(n int) string { return strings.Repeat("word ", n) }
	request := llm.Request{Messages: []llm.Message{
		{Role: llm.System, Content: words(300)}, {Role: llm.User, Content: words(200)}, {Role: llm.ToolRole, Content: words(100)},
	}}
	size := prompt.EstimateTokens(request)
	b := newBuilder(chat.Route{Name: "m", Window: 8000, Price: chat.Price{Input: 1e6, Output: 2e6}}, chat.Limits{HistoryTokens: 5000})
	b.SetSystem(&prompt.SystemCache{}, notation.PromptInput{Rules: words(50)})

	var u chat.Usage
	b.AddUsage(&u, request, prompt.Completion{Text: words(10), ReasoningTokens: 7}, 20)
	output := notation.EstimateTokens(words(10)) + 7
	want := chat.Usage{
		InputTokens: size, OutputTokens: output, Estimated: true, CostUSD: float64(size + 2*output), CostEstimated: true,
		ContextTokens: size + output, ContextWindow: 8000,
	}
	parts := u.Parts
	u.Parts = nil
	if d := cmp.Diff(want, u); d != "" {
		t.Errorf("an estimated completion:\n%s", d)
	}
	rules := notation.EstimateTokens(words(50))
	wantParts := []chat.PromptPart{
		{Name: chat.PartSystem, Tokens: notation.EstimateTokens(words(300)) + 4 - rules},
		{Name: chat.PartRules, Tokens: rules, Budget: 1000},
		{Name: chat.PartHistory, Tokens: notation.EstimateTokens(words(200)) + 4 - 20, Budget: 5000},
		{Name: chat.PartResults, Tokens: notation.EstimateTokens(words(100)) + 4, Budget: 2000},
		{Name: chat.PartAttachments, Tokens: 20, Budget: 2000},
	}
	if d := cmp.Diff(wantParts, parts); d != "" {
		t.Errorf("parts:\n%s", d)
	}

	u = chat.Usage{}
	reported := llm.Usage{InputTokens: 2 * size, OutputTokens: 5, CachedTokens: 3}
	b.AddUsage(&u, request, prompt.Completion{Usage: &reported, Text: words(10)}, 0)
	if u.InputTokens != 2*size || u.OutputTokens != 5 || u.CachedTokens != 3 || u.Estimated || u.CostEstimated {
		t.Errorf("a reported completion: %+v", u)
	}
	if got := b.Size(request); got != 2*size {
		t.Errorf("after a report of %d tokens the size is %d", 2*size, got)
	}
}
