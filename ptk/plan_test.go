package ptk_test

import (
	"strings"
	"testing"

	"ptk-lsp/llm/llmtest"
	"ptk-lsp/ptk/chat"
)

func TestPlanChangesWhenStepsFail(t *testing.T) {
	plan := call("update_plan", `{"entries": [{"content": "read it", "status": "in_progress"}]}`)
	missing := call("read_file", `{"path": "none.txt"}`)
	script := []llmtest.Reply{
		llmtest.Say(plan), llmtest.Say(missing), llmtest.Say(call("read_file", `{"path": "nor.txt"}`)), llmtest.Say(plan),
		llmtest.Say(missing), llmtest.Say("given up"),
	}
	b := newBench(t, pkg, script...)
	if r, _ := b.chat(t, t.Context(), chat.Request{Message: "go"}); r.Content != "given up" {
		t.Fatalf("%+v", r)
	}
	var asked []int
	for i, r := range b.server.Requests() {
		if strings.HasSuffix(r.Last().Content, "say why.)") {
			asked = append(asked, i)
		}
	}
	if len(asked) != 1 || asked[0] != 3 {
		t.Errorf("asked to change the plan in the requests %v, want 3 alone", asked)
	}
	b = newBench(t, pkg, llmtest.Say(missing), llmtest.Say(missing), llmtest.Say("ok"))
	b.chat(t, t.Context(), chat.Request{Message: "go"})
	if strings.Contains(lastMessage(b), "Change the plan") {
		t.Error("asked without a plan")
	}
}

// A summary of the turn has the steps of an approved plan that are still open.
func TestApprovedPlanSurvivesSummary(t *testing.T) {
	b := newBench(t, pkg, llmtest.Always(llmtest.Say(strings.Repeat("word ", 200))))
	r, _ := b.chat(t, t.Context(), chat.Request{Plan: []chat.PlanEntry{
		{Content: "paint it green", Priority: "high"}, {Content: "sell it", Status: "completed"},
	}})
	for range 2 {
		b.chat(t, t.Context(), chat.Request{Message: "and on", ConversationID: r.ConversationID})
	}
	b.chat(t, t.Context(), chat.Request{Message: "/compact", ConversationID: r.ConversationID})
	b.chat(t, t.Context(), chat.Request{Message: "and on", ConversationID: r.ConversationID})
	requests := b.server.Requests()
	first := requests[len(requests)-1].Messages[1].Content
	if !strings.Contains(first, "Still open:\n- paint it green (pending)") || strings.Contains(first, "sell it") {
		t.Error(first)
	}
}
