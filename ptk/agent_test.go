package ptk_test

import (
	"strings"
	"testing"

	"ptk-lsp/llm/llmtest"
	"ptk-lsp/tools"
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

func TestAgentFailure(t *testing.T) {
	b := newBench(t, pkg, llmtest.Fail(401, `{"error":{"message":"bad key"}}`))
	_, err := b.Agent(t.Context(), &tools.Call{Output: func(string) {}}, "x", []string{"write_file"})
	if te, ok := err.(*tools.Error); !ok || !strings.Contains(te.Message, "bad key") {
		t.Errorf("%v", err)
	}
}
