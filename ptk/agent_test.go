package ptk_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"ptk-lsp/llm/llmtest"
	"ptk-lsp/ptk/chat"
	"ptk-lsp/tools"
	"ptk-lsp/workspace"
)

func TestAgent(t *testing.T) {
	b := newBench(t, pkg, llmtest.Say(call("read_file", `{"path":"b.txt"}`)), llmtest.Say("It says bee."))
	var seen strings.Builder
	c := &tools.Call{Invocation: tools.Invocation{ConversationID: "outer", TurnID: "t"}, Output: func(s string) { seen.WriteString(s) }}
	answer, err := b.Agent(t.Context(), c, "what is in b.txt?", nil)
	if err != nil || answer != (tools.AgentAnswer{Content: "It says bee.", Iterations: 2, ToolCalls: 1}) {
		t.Errorf("%+v %v", answer, err)
	}
	if !strings.Contains(seen.String(), "b.txt") {
		t.Errorf("the user sees %q", seen.String())
	}
	system := b.server.Requests()[0].System()
	if strings.Contains(system, "write_file") || !strings.Contains(system, "read_file") {
		t.Error("an agent without named tools must have those that only read")
	}
}

// The editor knows the user's conversations only, so that the questions of an agent belong to the turn that started it.
func TestAgentAsksForTheUsersTurn(t *testing.T) {
	b := newBench(t, nil, llmtest.Say(call("write_file", `{"path":"new.txt","content":"x"}`)), llmtest.Say("Done."))
	c := &tools.Call{Invocation: tools.Invocation{ConversationID: "outer", TurnID: "t"}, Output: func(string) {}}
	if _, err := b.Agent(t.Context(), c, "write it", []string{"write_file"}); err != nil {
		t.Fatal(err)
	}
	if len(b.asked) != 1 || b.asked[0].ConversationID != "outer" || b.asked[0].TurnID != "t" {
		t.Errorf("asked %+v", b.asked)
	}
}

func TestAgentFailure(t *testing.T) {
	b := newBench(t, pkg, llmtest.Fail(401, `{"error":{"message":"bad key"}}`))
	_, err := b.Agent(t.Context(), &tools.Call{Output: func(string) {}}, "x", []string{"write_file"})
	if te, ok := err.(*tools.Error); !ok || !strings.Contains(te.Message, "bad key") {
		t.Errorf("%v", err)
	}
}

// The time of an agent, and of the turn that started it, is without the waits for the user's consent to the agent's calls.
func TestAgentsTimeExcludesTheWaitForConsent(t *testing.T) {
	var waited, took time.Duration
	editor := func(*bench) workspace.Editor {
		return workspace.Disk{Ask: func(context.Context, workspace.Question) (workspace.Answer, error) {
			began := time.Now()
			time.Sleep(300 * time.Millisecond)
			waited = time.Since(began)
			return workspace.Answer{Decision: workspace.AllowOnce}, nil
		}}
	}
	var run tools.AgentFunc
	can := tools.Can{Agent: func(ctx context.Context, c *tools.Call, task string, names []string) (tools.AgentAnswer, error) {
		began := time.Now()
		defer func() { took = time.Since(began) }()
		return run(ctx, c, task, names)
	}}
	b := newBenchWith(t, editor, can, pkg, llmtest.Say(call("agent", `{"task":"write","tools":["write_file"]}`)),
		llmtest.Say(call("write_file", `{"path":"new.txt","content":"x\n"}`)), llmtest.Say("Written."), llmtest.Say("Done."))
	run = b.Agent
	began := time.Now()
	result, _ := b.chat(t, t.Context(), chat.Request{Message: "go"})
	whole := time.Since(began)
	if waited == 0 || len(result.ToolCalls) != 1 || result.ToolCalls[0].Duration > took-waited/2 || result.Duration > whole-waited/2 {
		t.Errorf("the user took %v, the agent %v, and the turn %v: %+v", waited, took, whole, result)
	}
}
