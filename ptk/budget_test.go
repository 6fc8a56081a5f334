package ptk_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ptk-lsp/llm"
	"ptk-lsp/llm/llmtest"
	"ptk-lsp/ptk/chat"
)

// TestUsageParts checks that each part of the prompt is within its budget and that they add up to the prompt.
func TestUsageParts(t *testing.T) {
	long := strings.Repeat("one line of many words that fill it\n", 4000)
	count := 0
	b := newBench(t, []string{"AGENTS.md", long, "big.txt", long, "b.txt", long},
		llmtest.Say(call("read_file", `{"path":"b.txt"}`)), llmtest.React(func(r llmtest.Request) llmtest.Reply {
			count = counted(r)
			return llmtest.Stream(llmtest.Text("ok"), llmtest.Usage(llm.Usage{InputTokens: count, OutputTokens: 1}))
		}))
	b.SetLimits(chat.Limits{RulesTokens: 500, AttachmentTokens: 1000, ToolResultTokens: 1500, HistoryTokens: 20_000})
	r, _ := b.chat(t, t.Context(), chat.Request{Message: "see @big.txt"})
	budgets, sum := map[string]int{}, 0
	for _, p := range r.Usage.Parts {
		budgets[p.Name] = p.Budget
		if sum += p.Tokens; p.Tokens == 0 || p.Budget > 0 && p.Tokens > p.Budget*3/2 { // rules and attachments are cut by bytes
			t.Errorf("%+v", p)
		}
	}
	want := map[string]int{
		chat.PartSystem: 0, chat.PartRules: 500, chat.PartHistory: 20_000, chat.PartResults: 1500, chat.PartAttachments: 1000,
	}
	if d := cmp.Diff(want, budgets); d != "" {
		t.Error(d)
	}
	if sum < count*9/10 || sum > count*11/10 {
		t.Errorf("the parts are %d tokens, and the provider counted %d", sum, count)
	}
}
